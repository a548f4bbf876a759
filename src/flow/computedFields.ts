import type { Computation } from '../../schemas/flow.ts'
import type { NamedField } from '../../schemas/namedField.ts'

/** What authors are told of computed fields. Visitors do not download it: how they are computed stands in
 *  src/flow/computations.ts, and for those of the server in src/server/leads/marks.ts. */

interface About {
  /** What each of the fields that it is computed from is, in the order in which a flow names them. */
  from: readonly string[]
  meaning: string
}

/** Every computation that a flow may name. */
export const ABOUT: Record<Computation, About> = {
  user_from_wc: {
    from: [],
    meaning: 'yes when the page was opened with a non-empty wc parameter, else no',
  },
  incident_date: {
    from: ['year', 'month'],
    meaning: 'the first day of the month of the incident, YYYY-MM-DD',
  },
  incident_occurred: {
    from: ['year', 'month'],
    meaning: "how long ago it was: '< 1 year ago', '1-3 years ago' or '>3 years ago'",
  },
  injury_date_over_two_years: {
    from: ['year', 'month'],
    meaning: 'yes when it was more than two years ago, else no',
  },
  both_tcpa_compliance_present: {
    from: ['first consent', 'second consent'],
    meaning: 'yes when both consents were given, else no; it has a value from the start',
  },
  both_tcpa_compliance_missing: {
    from: ['first consent', 'second consent'],
    meaning: 'yes when neither consent was given, else no; it has a value from the start',
  },
  name_gibberish: {
    from: ['first name', 'last name'],
    meaning: 'yes when the name looks like keyboard noise, else no',
  },
  enough_words: {
    from: ['text'],
    meaning: 'yes when the text has at least four words, else no',
  },
  ip: {
    from: [],
    meaning: 'the visitor’s address, as the server saw it; known once a lead is made',
  },
  name_bad_word: {
    from: ['first name', 'last name'],
    meaning: 'yes when the name holds a word of the blocklist, else no; known once a lead is made',
  },
  has_bad_words: {
    from: ['text'],
    meaning: 'yes when the text holds a word of the blocklist, else no; known once a lead is made',
  },
  is_gibberish: {
    from: ['text'],
    meaning: 'yes when the text looks like keyboard noise, else no; known once a lead is made',
  },
}

/** How a field that the specification names comes to be: by a computation from these fields, or as the text of a
 *  consent element. */
type Named = { meaning: string } & ({ compute: Computation; from: readonly string[] } | { consent: true })

/** Every field that the specification names as computed, under the name that partners know it by.
 *  Source: spec, section 3 "Computed fields", "Lead payload". */
export const NAMED_FIELDS: Record<NamedField, Named> = {
  incident_occurred: computed('incident_occurred', 'injury_year', 'injury_month'),
  injury_date_over_two_years: computed('injury_date_over_two_years', 'injury_year', 'injury_month'),
  incident_date_mva: computed('incident_date', 'injury_year', 'injury_month'),
  injury_date_wc: computed('incident_date', 'workers_comp_injury_year', 'workers_comp_injury_month'),
  ip: computed('ip'),
  user_from_wc: computed('user_from_wc'),
  both_tcpa_compliance_present: computed('both_tcpa_compliance_present', 'mva_tcpa', 'wc_tcpa'),
  both_tcpa_compliance_missing: computed('both_tcpa_compliance_missing', 'mva_tcpa', 'wc_tcpa'),
  name_gibberish: computed('name_gibberish', 'first_name', 'last_name'),
  name_bad_word: computed('name_bad_word', 'first_name', 'last_name'),
  has_bad_words: computed('has_bad_words', 'incident_description'),
  enough_words: computed('enough_words', 'incident_description'),
  is_gibberish: computed('is_gibberish', 'incident_description'),
  workers_comp_has_bad_words: computed('has_bad_words', 'workers_comp_description'),
  workers_comp_enough_words: computed('enough_words', 'workers_comp_description'),
  workers_comp_is_gibberish: computed('is_gibberish', 'workers_comp_description'),
  mva_tcpa: consent('motor vehicle accidents'),
  wc_tcpa: consent('workers’ compensation'),
  cl_tcpa: consent('Camp Lejeune'),
  ru_tcpa: consent('Roundup'),
  auto_direct_mail_tcpa: consent('car accidents, for those who come by letter'),
  energy_tcpa: consent('energy'),
  bio_gx_cardio_tcpa: consent('genetic tests of the heart'),
  bio_gx_immunodeficiency_tcpa: consent('genetic tests of the immune system'),
  bio_gx_cqx_tcpa: consent('genetic tests for cancer'),
  bio_gx_tcpa: consent('genetic tests'),
  covid_tests_tcpa: consent('COVID tests'),
  cgm_tcpa: consent('continuous glucose monitors'),
  medicare_insurance_tcpa: consent('Medicare insurance'),
  citizens_disability_ssdi_tcpa: consent('Citizens Disability: SSDI claims'),
  citizens_disability_ssdi_benefits_tcpa: consent('Citizens Disability: SSDI benefits'),
  wicked_good_tcpa: consent('Wicked Good'),
  anywire_student_loan_debt_tcpa: consent('Anywire: student loan debt'),
  open_home_pros_solar_tcpa: consent('Open Home Pros: solar'),
  rex_direct_tcpa: consent('Rex Direct'),
  shop_best_debt_settlement_tcpa: consent('Shop Best: debt settlement'),
  reasonable_insurance_group_tcpa: consent('Reasonable Insurance Group'),
  data_champs_edu_tcpa: consent('Data Champs: education'),
}

function computed(compute: Computation, ...from: string[]): Named {
  return { meaning: ABOUT[compute].meaning, compute, from }
}

function consent(offer: string): Named {
  return {
    meaning: `the consent text of the offer on ${offer}, word for word as it was shown`,
    consent: true,
  }
}
