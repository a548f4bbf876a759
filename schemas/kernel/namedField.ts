import { Type, type Static } from 'typebox'
import { oneOf } from './shape.ts'

/** Consent texts that the specification names, one for each offer. Source: spec, section 3 "Computed fields". */
export const ConsentField = oneOf([
  'mva_tcpa',
  'wc_tcpa',
  'cl_tcpa',
  'ru_tcpa',
  'auto_direct_mail_tcpa',
  'energy_tcpa',
  'bio_gx_cardio_tcpa',
  'bio_gx_immunodeficiency_tcpa',
  'bio_gx_cqx_tcpa',
  'bio_gx_tcpa',
  'covid_tests_tcpa',
  'cgm_tcpa',
  'medicare_insurance_tcpa',
  'citizens_disability_ssdi_tcpa',
  'citizens_disability_ssdi_benefits_tcpa',
  'wicked_good_tcpa',
  'anywire_student_loan_debt_tcpa',
  'open_home_pros_solar_tcpa',
  'rex_direct_tcpa',
  'shop_best_debt_settlement_tcpa',
  'reasonable_insurance_group_tcpa',
  'data_champs_edu_tcpa',
])
export type ConsentField = Static<typeof ConsentField>

/** Every field that the specification lists as computed. Source: spec, section 3 "Computed fields", "Lead payload". */
export const NamedField = Type.Union([
  oneOf([
    'incident_occurred',
    'injury_date_over_two_years',
    'incident_date_mva',
    'injury_date_wc',
    'ip',
    'user_from_wc',
    'both_tcpa_compliance_present',
    'both_tcpa_compliance_missing',
    'name_gibberish',
    'name_bad_word',
    'has_bad_words',
    'enough_words',
    'is_gibberish',
    'workers_comp_has_bad_words',
    'workers_comp_enough_words',
    'workers_comp_is_gibberish',
  ]),
  ConsentField,
])
export type NamedField = Static<typeof NamedField>
