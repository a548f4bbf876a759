import { Type, type Static } from 'typebox'
import { closed, explained } from '../kernel/shape.ts'
import { field } from '../elements/question.ts'

/** Computations that only the server makes, once a lead is made: they need something that browsers don't have, or should not have to
 *  download. */
export type ServerComputation = 'ip' | 'name_bad_word' | 'has_bad_words' | 'is_gibberish' | 'calling_hours'

/** Computations that a flow may use. Source: spec, section 3 "Computed fields" and "Checks"; for their source fields see
 *  src/flow/answers/computedFields.ts. */
export const COMPUTATION_MEANINGS = {
  address_parameter:
    'the text that the address of the visit has for parameter, such as news for utm_source in ?utm_source=news; no answer without it',
  user_from_wc: 'yes when the page was opened with a non-empty wc parameter, otherwise no',
  incident_occurred: "how long ago it was, '< 1 year ago', '1-3 years ago' or '>3 years ago'",
  injury_date_over_two_years: 'yes when it was more than two years ago, otherwise no',
  incident_date: 'the first day of the month of the incident, YYYY-MM-DD',
  both_tcpa_compliance_present:
    'yes when both consents were given, otherwise no; it has a value from the start',
  both_tcpa_compliance_missing:
    'yes when neither consent was given, otherwise no; it has a value from the start',
  name_gibberish: 'yes when the name looks like random typing, otherwise no',
  enough_words: 'yes when the text has at least four words, otherwise no',
  ip: 'the visitor’s IP address as the server saw it; known once a lead is created',
  name_bad_word:
    'yes when the name contains a word from the blocklist, otherwise no; known once a lead is created',
  has_bad_words:
    'yes when the text contains a word from the blocklist, otherwise no; known once a lead is created',
  is_gibberish: 'yes when the text looks like random typing, otherwise no; known once a lead is created',
  calling_hours:
    'the hours in which state law allows sales calls, in the visitor’s own time, like Mo-Sa 09:00-21:00; Su 12:00-21:00, or hours that fit every state if the ZIP code isn’t known; known once a lead is created',
}

export const Computation = explained('The computation.', COMPUTATION_MEANINGS, {
  examples: ['incident_occurred'],
})
export type Computation = Static<typeof Computation>

/** Name of an address parameter, without characters that an address encodes. */
export const PARAMETER_NAME = '^[A-Za-z0-9_.~-]+$'

export const ComputedField = closed({
  compute: Computation,
  from: Type.Optional(
    Type.Array(field, {
      default: [],
      maxItems: 10,
      description: 'The fields it’s computed from, in the order the computation needs.',
      examples: [['injury_year', 'injury_month']],
    }),
  ),
  parameter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: PARAMETER_NAME,
      description: 'The name of the address parameter that address_parameter takes.',
      examples: ['utm_source'],
    }),
  ),
})
export type ComputedField = Static<typeof ComputedField>
