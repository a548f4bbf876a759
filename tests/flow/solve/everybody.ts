import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { changesOf, type Change } from '../../../src/author/paths/changes.ts'
import { complete } from '../../../src/flow/answers/data.ts'
import type { Answers, StepData } from '../../../src/flow/answers/stepData.ts'
import { controls, isChoice } from '../../../src/flow/consent/agreement.ts'
import { answer, inputs, leaves, showsConsent, stepId, submits } from '../../../src/flow/elements/elements.ts'
import { isComposite } from '../../../src/flow/elements/kinds.ts'
import type { Fields } from '../../../src/flow/answers/fields.ts'
import { allHold, holds } from '../../../src/flow/rules.ts'
import { fieldErrors, inputFields, isRequired } from '../../../src/flow/validations/validations.ts'
import { walk, withAnswers, type Stop } from '../../../src/flow/walk.ts'

/** Everything that some visitor can meet, found by sending every possible visitor through the real walk: `shown o0/s1`, `rule o0/s1 0
 *  holds`, `action o0/s1 0 due`, ... If visitors could give more than MOST_ANSWERS, the crowd isn't `whole`. */
export function everybody(
  flow: Flow,
  origins: readonly Origin[],
  typed: readonly string[],
): { met: Set<string>; whole: boolean } {
  const met = new Set<string>()
  let given = 0
  const looked = fieldsOfRules(flow)
  for (const origin of origins) {
    const seen = new Set<string>()
    const go = (answers: Answers, from?: Stop): void => {
      const { trail, current, fields } = walk(flow, origin, answers, from)
      for (const stop of trail.slice(from ? 1 : 0)) note(met, stop)
      if (!current || !leaves(current.step.questions).some(submits)) return
      const key = `${stepId(current)} ${JSON.stringify(looked.map((field) => fields[field] ?? null))}`
      if (seen.has(key)) return
      seen.add(key)
      for (const data of answersTo(flow, current, { origin, typed })) {
        if ((given += 1) > MOST_ANSWERS) return
        const whole = complete(flow, current.step, data)
        noteActions(met, current, withAnswers(flow, origin, current.before, whole))
        go({ ...answers, [stepId(current)]: whole }, current)
      }
    }
    go({})
  }
  return { met, whole: given <= MOST_ANSWERS }
}

/** Most answers to try, about two seconds; one flow in ten has more, and some take a minute and a half. */
const MOST_ANSWERS = 400_000

function note(met: Set<string>, stop: Stop): void {
  const id = stepId(stop)
  met.add(`reached ${id}`)
  met.add(stop.kind === 'skipped' ? `skipped ${id}` : `shown ${id}`)
  noteRules(met, `rule ${id}`, stop.step.display_rules ?? [], stop.before)
  if (stop.kind === 'hidden') noteActions(met, stop, stop.before)
}

function noteActions(met: Set<string>, stop: Stop, fields: Fields): void {
  const id = stepId(stop)
  stop.step.execute_actions?.forEach(({ rules = [] }, index) => {
    met.add(`action ${id} ${index} ${allHold(rules, fields) ? 'due' : 'not due'}`)
    noteRules(met, `action ${id} ${index} rule`, rules, fields)
  })
  if (stop.step.execute_actions?.some(({ rules }) => allHold(rules, fields))) met.add(`lead ${id}`)
}

/** Notes the result of each rule in a list, and the changes to it that would change the list's result. */
function noteRules(met: Set<string>, what: string, rules: readonly Rule[], fields: Fields): void {
  const isDue = allHold(rules, fields)
  for (const [n, rule] of rules.entries()) {
    met.add(`${what} ${n} ${holds(rule, fields) ? 'holds' : 'fails'}`)
    // Changes that were met already need no second look.
    for (const { name, rules: changed } of changedLists(what, rules)[n]!)
      if (!met.has(name) && allHold(changed, fields) !== isDue) met.add(name)
  }
}

/** Lists with each change to each of its rules. */
function changedLists(what: string, rules: readonly Rule[]): Changed[][] {
  const known =
    LISTS.get(rules) ??
    rules.map((rule, n) =>
      changesOf(rule, []).map(({ rule: changed, ...change }) => ({
        name: `${what} ${n} ${changeName(change)}`,
        rules: rules.with(n, changed),
      })),
    )
  LISTS.set(rules, known)
  return known
}
interface Changed {
  name: string
  rules: Rule[]
}
const LISTS = new WeakMap<readonly Rule[], Changed[][]>()

/** Name of a change, by its position in the rule. */
export function changeName({ at, instead }: Pick<Change, 'at' | 'instead'>): string {
  return `${at.join('.')} ${instead}`
}

/** Every answer that the step's form allows and its validations accept. */
function answersTo(
  flow: Flow,
  { step, before }: Stop,
  { origin, typed }: { origin: Origin; typed: readonly string[] },
): StepData[] {
  const parts: StepData[][] = [
    ...choicesOf(flow, step),
    ...inputs(step).map((element): StepData[] => {
      const none = isRequired(element) ? [] : [{}]
      if (isComposite(element)) {
        const [year = '', month = ''] = inputFields(flow, element).map(({ field }) => field)
        const dates = datesUpTo(origin.today).map(([y, m]) => ({
          [element.question_key]: { [year]: y, [month]: m },
        }))
        const years = isRequired(element)
          ? []
          : yearsUpTo(origin.today)
              .slice(1)
              .map((y) => ({ [element.question_key]: { [year]: y } }))
        return [...none, ...years, ...dates]
      }
      const { backend_field_name: field, options = [] } = answer(
        flow,
        element.question_key,
        element.answer_id,
      )
      const values = options.map(({ backend_field_value }) => backend_field_value)
      if (element.widget === 'multi_select') return subsets(values).map((ticked) => ({ [field]: ticked }))
      return [...none, ...(element.type === 'select' ? values : typed).map((value) => ({ [field]: value }))]
    }),
  ]
  return parts
    .reduce<StepData[]>(
      (rows, part) => rows.flatMap((row) => part.map((data) => ({ ...row, ...data }))),
      [{}],
    )
    .filter((data) => fieldErrors(flow, { step, before, today: origin.today }, data).length === 0)
}

function choicesOf(flow: Flow, step: Step): StepData[][] {
  const byField = new Map<string, StepData[]>()
  for (const element of leaves(step.questions)) {
    if (!('widget' in element) || element.widget !== 'choice') continue
    const { backend_field_name: field, backend_field_value } = answer(
      flow,
      element.question_key,
      element.answer_id,
    )
    byField.set(field, [...(byField.get(field) ?? []), { [field]: backend_field_value! }])
  }
  // A button that gives a consent answers no question.
  const isLeftOtherwise = showsConsent(step) && !controls(step).every(isChoice)
  return [...byField.values()].map((choices) => (isLeftOtherwise ? [{}, ...choices] : choices))
}

function yearsUpTo(today: string): string[] {
  return Array.from({ length: Number(today.slice(0, 4)) - 2014 }, (_, index) => String(2015 + index))
}

function datesUpTo(today: string): [string, string][] {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
  return yearsUpTo(today)
    .flatMap((year) => months.map((month): [string, string] => [year, month]))
    .filter(([year, month]) => (year === '2015' ? month === '01' : `${year}-${month}` <= today.slice(0, 7)))
}

function subsets(values: readonly string[]): string[][] {
  return values.reduce<string[][]>((all, value) => [...all, ...all.map((some) => [...some, value])], [[]])
}

/** Fields that rules read, and those that such fields are computed from. Only they tell visitors apart from here on. A date is asked once
 *  at most, and rules read only what is computed from it. */
function fieldsOfRules({ ui_config }: Flow): string[] {
  const text = JSON.stringify(ui_config.offers)
  const looked = Array.from(text.matchAll(/"field":"([^"]+)","condition"/g), ([, field]) => field!)
  const bases = Object.values(ui_config.fields).flatMap(({ compute, from = [] }) =>
    /^in(cident|jury)_/.test(compute) ? [] : from,
  )
  return [...new Set([...looked, ...bases])]
}
