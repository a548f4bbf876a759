import type { Computation, ComputedField, Flow } from '../../schemas/flow.ts'
import type { Origin } from '../../schemas/session.ts'
import { yearsBefore } from './dates.ts'
import { fieldOf, isAnswered, type Fields, type FieldValue } from './fields.ts'
import { hasEnoughWords, isGibberishName } from './text.ts'

interface Definition {
  /** The fields it is computed from, in the order in which a flow names them. */
  from: readonly string[]
  /** What the value means, for authors. */
  meaning: string
  /** Whether it has a value even while fields that it is computed from are not answered: '' stands for those. */
  total?: true
  /** 'server': known only to the server, once a lead is made. See src/server/leadMarks.ts. */
  compute: 'server' | ((from: string[], origin: Origin) => string)
}

/** Every computation that a flow may name. Unless it is total, a value exists as soon as all fields that it is computed
 *  from are answered.
 *  Source: spec, section 3 "Computed fields" and section 4 "Incident age bands". */
export const COMPUTATIONS: Record<Computation, Definition> = {
  user_from_wc: {
    from: [],
    meaning: 'yes when the page was opened with a non-empty wc parameter, else no',
    compute: (_, { query }) => yesNo(Boolean(query['wc'])),
  },
  incident_date: {
    from: ['year', 'month'],
    meaning: 'the first day of the month of the incident, YYYY-MM-DD',
    compute: ([year, month]) => firstOfMonth(year, month),
  },
  incident_occurred: {
    from: ['year', 'month'],
    meaning: "how long ago it was: '< 1 year ago', '1-3 years ago' or '>3 years ago'",
    compute: ([year, month], { today }) => {
      const day = firstOfMonth(year, month)
      if (day > yearsBefore(today, 1)) return '< 1 year ago'
      return day >= yearsBefore(today, 3) ? '1-3 years ago' : '>3 years ago'
    },
  },
  injury_date_over_two_years: {
    from: ['year', 'month'],
    meaning: 'yes when it was more than two years ago, else no',
    compute: ([year, month], { today }) => yesNo(firstOfMonth(year, month) < yearsBefore(today, 2)),
  },
  both_tcpa_compliance_present: {
    from: ['first consent', 'second consent'],
    meaning: 'yes when both consents were given, else no',
    total: true,
    compute: (consents) => yesNo(consents.every((consent) => consent !== '')),
  },
  both_tcpa_compliance_missing: {
    from: ['first consent', 'second consent'],
    meaning: 'yes when neither consent was given, else no',
    total: true,
    compute: (consents) => yesNo(consents.every((consent) => consent === '')),
  },
  name_gibberish: {
    from: ['first name', 'last name'],
    meaning: 'yes when the name looks like keyboard noise, else no',
    compute: ([first = '', last = '']) => yesNo(isGibberishName(`${first} ${last}`)),
  },
  enough_words: {
    from: ['text'],
    meaning: 'yes when the text has at least four words, else no',
    compute: ([text = '']) => yesNo(hasEnoughWords(text)),
  },
  ip: {
    from: [],
    meaning: 'the visitor’s address, as the server saw it',
    compute: 'server',
  },
  name_bad_word: {
    from: ['first name', 'last name'],
    meaning: 'yes when the name holds a word of the blocklist, else no',
    compute: 'server',
  },
  has_bad_words: {
    from: ['text'],
    meaning: 'yes when the text holds a word of the blocklist, else no',
    compute: 'server',
  },
  is_gibberish: {
    from: ['text'],
    meaning: 'yes when the text looks like keyboard noise, else no',
    compute: 'server',
  },
}

/** Whether only the server knows the value, and no rule can look at it. */
export function isServerOnly({ compute }: ComputedField): boolean {
  return COMPUTATIONS[compute].compute === 'server'
}

/** `fields` with the flow's computed fields brought up to date, but for those that the server alone knows. */
export function withComputed(flow: Flow, origin: Origin, fields: Fields): Fields {
  const computed: Record<string, string> = {}
  for (const [name, { compute, from = [] }] of Object.entries(flow.ui_config.fields)) {
    const { total, compute: value } = COMPUTATIONS[compute]
    if (value === 'server') continue
    const values = from.map((field) => fieldOf(fields, field))
    if (total || values.every(isAnswered)) computed[name] = value(values.map(asText), origin)
  }
  return Object.keys(computed).length === 0 ? fields : { ...fields, ...computed }
}

function asText(value: FieldValue | undefined): string {
  return value === undefined ? '' : String(value)
}

function firstOfMonth(year = '', month = ''): string {
  return `${year}-${month}-01`
}

function yesNo(value: boolean): 'yes' | 'no' {
  return value ? 'yes' : 'no'
}
