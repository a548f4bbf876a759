import type { Computation } from '../../../schemas/flow/flow.ts'
import type { NamedField } from '../../../schemas/kernel/namedField.ts'

/** Source fields of computed fields. For the computations, see src/flow/answers/computations.ts and, on the server,
 *  src/server/leads/leadMarks.ts; for their meaning, schemas/flow/flow.ts. */

/** Source fields of every computation that a flow may name, in the order in which a flow lists them. */
export const TAKES: Record<Computation, readonly string[]> = {
  address_parameter: [],
  user_from_wc: [],
  incident_date: ['year', 'month'],
  incident_occurred: ['year', 'month'],
  injury_date_over_two_years: ['year', 'month'],
  both_tcpa_compliance_present: ['first consent', 'second consent'],
  both_tcpa_compliance_missing: ['first consent', 'second consent'],
  name_gibberish: ['first name', 'last name'],
  enough_words: ['text'],
  ip: [],
  name_bad_word: ['first name', 'last name'],
  has_bad_words: ['text'],
  is_gibberish: ['text'],
  calling_hours: ['ZIP code'],
}

/** Origin of a field that the specification names: a computation from these fields, or the text of a consent element that the visitor
 *  agrees to. */
type Named = { compute: Computation; from: readonly string[] } | { consent: string }

/** Every field that the specification lists as computed, under the name that partners know. Source: spec, section 3 "Computed fields",
 *  "Lead payload". */
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
  return { compute, from }
}

function consent(offer: string): Named {
  return { consent: offer }
}
