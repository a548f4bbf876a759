import fc from 'fast-check'
import type { ComputedField, ExecuteAction, Flow, Step } from '../../../schemas/flow/flow.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import {
  choices,
  composite,
  consent,
  flow,
  hidden,
  input,
  origin,
  select,
  slider,
  step,
  SUBMIT,
  TODAY,
  type Part,
} from '../flows.ts'

/** Small flows with every kind of question, in which the same few fields are asked again and again and read often. */

/** Texts that visitors type in free fields: every value that rules name, and one in every gap between them. */
export const TYPED = [
  '-1',
  '0',
  '1',
  '1.5',
  '2',
  '3',
  '5',
  '9',
  '10',
  '11',
  '40',
  'A',
  'one',
  'two of a kind',
  'two or more of a kind',
  'wz',
  'x',
  'xa',
  'xs',
  'xss',
  'z',
]

const VALUES = ['1', '2', '10', 'x']
const SAVED = ['m_1', 'm_2']
const ASKED = ['a', 'b', 'c', 'n', 't', 'm', ...SAVED, 'k', 'l', 'gone']
const COMPUTED: Record<string, ComputedField> = {
  from_wc: { compute: 'user_from_wc' },
  source: { compute: 'address_parameter', parameter: 'src' },
  words: { compute: 'enough_words', from: ['t'] },
  both: { compute: 'both_tcpa_compliance_present', from: ['k', 'l'] },
  neither: { compute: 'both_tcpa_compliance_missing', from: ['k', 'l'] },
}
const DATED: Record<string, ComputedField> = {
  band: { compute: 'incident_occurred', from: ['d_year', 'd_month'] },
  old: { compute: 'injury_date_over_two_years', from: ['d_year', 'd_month'] },
}
const BANDS = ['< 1 year ago', '1-3 years ago', '>3 years ago']

interface Kind {
  dated: boolean
}

function conditionOn(field: string) {
  const args =
    field === 'band'
      ? BANDS
      : ['old', 'from_wc', 'words', 'both', 'neither', ...SAVED].includes(field)
        ? ['yes', 'no']
        : field === 'source'
          ? ['1', 'x']
          : [...VALUES, 2, 'xs']
  return fc.record({
    field: fc.constant(field),
    condition: fc.constantFrom(
      'eq' as const,
      'neq' as const,
      'lt' as const,
      'lte' as const,
      'gt' as const,
      'gte' as const,
    ),
    arg: fc.constantFrom(...args, null),
  })
}

function rules({ dated }: Kind): fc.Arbitrary<Rule[]> {
  const fields = [
    ...ASKED,
    ...ASKED,
    ...Object.keys(COMPUTED),
    ...(dated ? ['band', 'band', 'old', 'old', 'd_year'] : []),
  ]
  const condition = fc.constantFrom(...fields).chain(conditionOn)
  const operator = fc.constantFrom('and' as const, 'or' as const, null)
  const inner = fc.record({ operator, conditions: fc.array(condition, { maxLength: 2 }) })
  const rule = fc.record({
    operator,
    conditions: fc.array(fc.oneof({ weight: 4, arbitrary: condition }, inner), { maxLength: 3 }),
  })
  return fc.array(rule, { maxLength: 2 })
}

const required = fc.boolean().map((is) => (is ? ['required' as const] : []))

const parts: fc.Arbitrary<Part[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.subarray(VALUES, { minLength: 1 }))
      .map(([field, values]) => choices(field, ...values)),
  },
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.subarray(VALUES, { minLength: 1 }), required)
    .map(([field, values, local]) => [select('dropdown', field, values, local)]),
  fc
    .tuple(fc.subarray(VALUES, { minLength: 1 }), required, fc.shuffledSubarray(SAVED), fc.nat(4))
    .map(([values, local, saved, alone]) => [ticks(values, local, saved, alone)]),
  fc
    .tuple(required, fc.constantFrom(0, 1), fc.constantFrom(1, 2))
    .map(([local, min, step]) => [slider('n', { min, max: min + 10, step }, local)]),
  fc
    .tuple(
      required,
      fc.constantFrom([], [{ name: 'min' as const, arg: 2 }], [{ name: 'max' as const, arg: 9 }]),
    )
    .map(([local, bound]) => [input('text', 'n', [...local, ...bound])]),
  required.map((local) => [input('text', 't', local)]),
  fc.constantFrom('k', 'l').map((field) => [consent(field, 'I agree.')]),
  fc.constant<Part[]>([...choices('a', '1', 'x'), input('text', 'n', [])]),
  fc
    .tuple(fc.constantFrom('k', 'l'), fc.constantFrom('a', 'b'), fc.boolean(), required)
    .map(([field, choice, byChoice, local]) => agreeing(field, choice, { byChoice, local })),
)

/** A number with a consent. One choice refuses; a button or other choices agree. */
function agreeing(
  field: string,
  choice: string,
  { byChoice, local }: { byChoice: boolean; local: 'required'[] },
): Part[] {
  const [refusing, ...others] = choices(choice, ...VALUES.slice(0, 3))
  const button: Part = { element: { type: 'submit', text: 'Yes' } }
  return [
    input('text', 'n', local),
    consent(field, 'I agree.'),
    saying(refusing!, false),
    ...(byChoice ? others : [button]).map((part) => saying(part, true)),
  ]
}

function saying(part: Part, agrees: boolean): Part {
  return { ...part, element: { ...part.element, agrees } as Part['element'] }
}

/** Options of a multi-select. The first few are stored in fields of their own, and one may exclude the others. */
export function ticks(values: string[], local: 'required'[], saved: string[], alone = values.length): Part {
  const part = select('multi_select', 'm', values, local)
  part.questions!['m']!.answers['value']!.options!.forEach((option, index) => {
    const field = saved[index]
    if (field !== undefined) Object.assign(option, { field, save_to_state: true })
    if (index === alone) Object.assign(option, { exclusive: true })
  })
  return part
}

/** A question unique to this step, whatever other steps ask with the same field. */
export function ofStep(name: string) {
  return ({ element, questions = {} }: Part): Part => ({
    element:
      'question_key' in element ? { ...element, question_key: `${name}_${element.question_key}` } : element,
    questions: Object.fromEntries(Object.entries(questions).map(([key, asked]) => [`${name}_${key}`, asked])),
  })
}

const actions = (kind: Kind): fc.Arbitrary<{ execute_actions: ExecuteAction[] } | object> =>
  fc
    .option(rules(kind), { nil: null, freq: 2 })
    .map((list) => (list ? { execute_actions: [{ name: 'send_lead' as const, rules: list }] } : {}))

const someStep = (kind: Kind) =>
  fc.record({
    hides: fc.integer({ min: 0, max: 5 }),
    ends: fc.integer({ min: 0, max: 11 }),
    parts,
    display_rules: rules(kind),
    more: actions(kind),
  })

/** Flows with one to three offers of one to three steps. `dated`: with one question for an injury date. */
export function anyFlow(kind: Kind): fc.Arbitrary<Flow> {
  return fc
    .tuple(
      fc.array(fc.array(someStep(kind), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      fc.record({ required, at: fc.nat(2) }),
    )
    .map(([offers, date]) => {
      const built = offers.map((steps, o) =>
        steps.map(({ hides, ends, parts: some, display_rules, more }, s) => {
          const parts = some.map(ofStep(`o${o}_s${s}`))
          const rest: Partial<Step> = { display_rules, ...more }
          if (hides === 0) return hidden(`s${s}`, rest)
          const asked = ends === 0 ? [] : needsButton(parts) ? [...parts, SUBMIT] : parts
          return step(`s${s}`, asked, rest)
        }),
      )
      if (kind.dated) built[0]!.splice(date.at, 0, step('date', [dateOf(date.required), SUBMIT]))
      return flow(Object.fromEntries(built.map((steps, o) => [`o${o}`, steps])), {
        ui: { fields: { ...COMPUTED, ...(kind.dated && DATED) } },
      })
    })
}

function dateOf(local: 'required'[]): Part {
  const part = composite('injury_date', 'd')
  const validations = { local: local.map((name) => ({ name })) }
  return { ...part, element: { ...part.element, validations } as Part['element'] }
}

function needsButton(parts: readonly Part[]): boolean {
  return !parts.some(({ element }) => 'widget' in element && element.widget === 'choice')
}

/** Texts of an address parameter: those that rules name, and one in every gap between them. */
const SOURCES = ['0', '1', '2', 'A', 'wz', 'x', 'xs', 'z']

/** Every way in which a visitor can come to a flow. If the flow reads dates, the first two days and the last safe day of each month of two
 *  years; otherwise one day. */
export function originsOf(flow: Flow): Origin[] {
  const { offer_order, ui_config } = flow
  const days = 'band' in ui_config.fields ? daysOfTwoYears() : [TODAY]
  const starts = [{}, ...offer_order.slice(1).map((offer) => ({ 'force-start-offer': offer }))]
  const reads = (field: string) => JSON.stringify(ui_config.offers).includes(`"field":"${field}"`)
  const wcs = reads('from_wc') ? [{}, { wc: '1' }] : [{}]
  const sources = [{}, ...(reads('source') ? SOURCES.map((src) => ({ src })) : [])]
  const parameters = wcs.flatMap((wc) => sources.map((src) => ({ ...wc, ...src })))
  return days.flatMap((day) =>
    starts.flatMap((query) => parameters.map((more) => origin({ ...query, ...more }, day))),
  )
}

function daysOfTwoYears(): string[] {
  const year = Number(TODAY.slice(0, 4))
  return [year, year + 1].flatMap((y) =>
    Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0')).flatMap((month) =>
      ['01', '02', '28'].map((day) => `${y}-${month}-${day}`),
    ),
  )
}
