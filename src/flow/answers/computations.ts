import type { Computation, ComputedField, Flow, ServerComputation } from '../../../schemas/flow/flow.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import { yearsBefore } from '../kernel/dates.ts'
import { fieldOf, isAnswered, type Fields, type FieldValue } from './fields.ts'
import { once } from '../kernel/once.ts'
import { hasEnoughWords, isGibberishName } from '../kernel/text.ts'

/** Computation of a field from other fields, in the order of src/flow/answers/computedFields.ts. */
interface Computing {
  /** True if it has a value even while its source fields are unanswered; those count as ''. */
  total?: true
  /** Computes the value, '' for none. 'server': only on the server, once a lead is made, in src/server/leads/leadMarks.ts. */
  compute: 'server' | ((from: string[], origin: Origin, parameter: string) => string)
}

/** All computations. All except the server's own run during the visit, in the browser and again on the server. Unless a computation is
 *  total, its value exists as soon as all source fields are answered. Source: spec, section 3 "Computed fields" and section 4 "Incident
 *  age bands". */
export const COMPUTATIONS: Record<Computation, Computing> = {
  address_parameter: { compute: (_, { query }, parameter) => query[parameter] ?? '' },
  user_from_wc: { compute: (_, { query }) => yesNo(Boolean(query['wc'])) },
  incident_date: { compute: ([year, month]) => firstOfMonth(year, month) },
  incident_occurred: {
    compute: ([year, month], { today }) => {
      const day = firstOfMonth(year, month)
      if (day > yearsBefore(today, 1)) return '< 1 year ago'
      return day >= yearsBefore(today, 3) ? '1-3 years ago' : '>3 years ago'
    },
  },
  injury_date_over_two_years: {
    compute: ([year, month], { today }) => yesNo(firstOfMonth(year, month) < yearsBefore(today, 2)),
  },
  both_tcpa_compliance_present: {
    total: true,
    compute: (consents) => yesNo(consents.every((consent) => consent !== '')),
  },
  both_tcpa_compliance_missing: {
    total: true,
    compute: (consents) => yesNo(consents.every((consent) => consent === '')),
  },
  name_gibberish: { compute: ([first = '', last = '']) => yesNo(isGibberishName(`${first} ${last}`)) },
  enough_words: { compute: ([text = '']) => yesNo(hasEnoughWords(text)) },
  ip: { compute: 'server' },
  name_bad_word: { compute: 'server' },
  has_bad_words: { compute: 'server' },
  is_gibberish: { compute: 'server' },
  calling_hours: { total: true, compute: 'server' },
}

/** `fields` with the flow's computed fields updated, except those that only the server computes. */
export function withComputed(flow: Flow, origin: Origin, fields: Fields): Fields {
  const computed: Record<string, string> = {}
  for (const { name, from, total, compute, parameter } of computedOnTheWay(flow)) {
    const values = from.map((field) => fieldOf(fields, field))
    if (!total && !values.every(isAnswered)) continue
    const value = compute(values.map(asText), origin, parameter)
    if (value) computed[name] = value
  }
  return Object.keys(computed).length === 0 ? fields : { ...fields, ...computed }
}

const computedOnTheWay = once((flow: Flow) =>
  Object.entries(flow.ui_config.fields).flatMap(([name, { compute: how, from = [], parameter = '' }]) => {
    const { total, compute } = COMPUTATIONS[how]
    return compute === 'server' ? [] : { name, from, total, compute, parameter }
  }),
)

/** Address parameter that a computed field depends on; undefined if none. */
export function parameterOf({ compute, parameter }: ComputedField): string | undefined {
  return compute === 'user_from_wc' ? 'wc' : parameter
}

/** True if only the server computes it, so that no rule can read it. */
export function isServerOnly(field: ComputedField): field is ComputedField & { compute: ServerComputation } {
  return COMPUTATIONS[field.compute].compute === 'server'
}

function asText(value: FieldValue | undefined): string {
  return value === undefined ? '' : String(value)
}

function firstOfMonth(year = '', month = ''): string {
  return `${year}-${month}-01`
}

/** Text of a computed boolean. */
export function yesNo(value: boolean): 'yes' | 'no' {
  return value ? 'yes' : 'no'
}

/** Computed field of this name; undefined if it is answered instead. */
export function computedField({ ui_config }: Flow, name: string): ComputedField | undefined {
  return Object.hasOwn(ui_config.fields, name) ? ui_config.fields[name] : undefined
}
