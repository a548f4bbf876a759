import fc from 'fast-check'
import { expect, test } from 'vitest'
import { walk } from '../../../src/flow/walk.ts'
import type { Answers, StepData } from '../../../src/flow/answers/stepData.ts'
import { importForm } from '../../../src/author/import/file/importForm.ts'
import { errorsOf, read } from './base.ts'

/** Tests that Typeform's jumps become rules that ask the same questions in the same order, whatever the answers. */

type Given = boolean | string | number | string[] | null
type Var = { type: string; value: unknown }
type Condition = { op: string; vars: (Var | Condition)[] }
interface Field {
  ref: string
  title: string
  type: string
  properties?: object
  validations: { required: boolean; min_value?: number }
}
interface Jump {
  to: { type: string; value: string }
  condition: Condition
}

const CHOICES = ['red', 'green', 'blue']
const choices = { choices: CHOICES.map((ref) => ({ ref, label: `The ${ref} one` })) }
const TYPES = ['yes_no', 'multiple_choice', 'many', 'number', 'legal', 'statement', 'file_upload', 'rating']

function fieldOf(type: string, index: number, required: boolean): Field {
  const common = { ref: `q${index}x`, title: `Question ${index}`, validations: { required } }
  if (type === 'many')
    return {
      ...common,
      type: 'multiple_choice',
      properties: { ...choices, allow_multiple_selection: true },
    }
  if (type === 'multiple_choice') return { ...common, type, properties: choices }
  if (type === 'number') return { ...common, type, validations: { required, min_value: 0 } }
  return { ...common, type }
}

/** A condition on one field, of the kinds that rules can express. */
function conditionOf(field: Field): fc.Arbitrary<Condition> {
  const of = { type: 'field', value: field.ref }
  const on = (op: fc.Arbitrary<string>, value: fc.Arbitrary<Var>) =>
    fc.tuple(op, value).map(([op, value]) => ({ op, vars: [of, value] }))
  const isOrNot = fc.constantFrom('is', 'is_not')
  if (field.type === 'yes_no' || field.type === 'legal')
    return on(
      isOrNot,
      fc.boolean().map((value) => ({ type: 'constant', value })),
    )
  if (field.type === 'multiple_choice')
    return on(
      isOrNot,
      fc.constantFrom(...CHOICES).map((value) => ({ type: 'choice', value })),
    )
  const ops = ['equal', 'not_equal', 'lower_than', 'lower_equal_than', 'greater_than', 'greater_equal_than']
  return on(
    fc.constantFrom(...ops),
    fc.integer({ min: 0, max: 6 }).map((value) => ({ type: 'constant', value })),
  )
}

const ALWAYS: Condition = { op: 'always', vars: [] }

function conditionsOf(fields: readonly Field[]): fc.Arbitrary<Condition> {
  const answered = fields.filter(({ type }) => !['statement', 'file_upload'].includes(type))
  if (answered.length === 0) return fc.constant(ALWAYS)
  const one = fc.constantFrom(...answered).chain(conditionOf)
  const some = fc
    .tuple(fc.constantFrom('and', 'or'), fc.array(one, { minLength: 1, maxLength: 3 }))
    .map(([op, vars]) => ({ op, vars }))
  return fc.oneof({ weight: 1, arbitrary: fc.constant(ALWAYS) }, { weight: 3, arbitrary: one }, some)
}

const form = fc
  .array(fc.tuple(fc.constantFrom(...TYPES), fc.boolean()), { minLength: 3, maxLength: 8 })
  .map((types) => types.map(([type, required], index) => fieldOf(type, index, required)))
  .chain((fields) => {
    const jumps = fields.map((_, from) => {
      const later = [
        ...fields.slice(from + 1).map(({ ref }) => ({ type: 'field', value: ref })),
        { type: 'thankyou', value: 'end_a' },
        { type: 'thankyou', value: 'end_b' },
      ]
      const jump = fc.record({
        to: fc.constantFrom(...later),
        condition: conditionsOf(fields.slice(0, from + 1)),
      })
      return fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        fc.array(jump, { minLength: 1, maxLength: 2 }),
      )
    })
    const given = fields.map(givenTo)
    return fc.record({ fields: fc.constant(fields), jumps: fc.tuple(...jumps), given: fc.tuple(...given) })
  })

function givenTo({ type, properties, validations: { required } }: Field): fc.Arbitrary<Given> {
  const isMany = properties && 'allow_multiple_selection' in properties
  const value: fc.Arbitrary<Given> = isMany
    ? fc.subarray(CHOICES, { minLength: 1 })
    : type === 'multiple_choice'
      ? fc.constantFrom(...CHOICES)
      : type === 'yes_no' || type === 'legal'
        ? fc.boolean()
        : type === 'rating'
          ? fc.integer({ min: 1, max: 5 })
          : type === 'number'
            ? fc.integer({ min: 0, max: 6 })
            : fc.constant(null)
  return required || type === 'legal' ? value : fc.oneof(value, fc.constant(null))
}

function documentOf(fields: readonly Field[], jumps: readonly (readonly Jump[])[]) {
  return {
    title: 'A form',
    fields,
    thankyou_screens: [
      { ref: 'end_a', title: 'End A' },
      { ref: 'end_b', title: 'End B' },
    ],
    logic: fields.flatMap(({ ref }, index) => [
      {
        type: 'field',
        ref,
        actions: jumps[index]!.map(({ to, condition }) => ({ action: 'jump', details: { to }, condition })),
      },
    ]),
  }
}

/** The form as a flow; null if its own jumps leave no question that can be asked here. */
function formOf(fields: readonly Field[], jumps: readonly (readonly Jump[])[]) {
  const document = documentOf(fields, jumps)
  return 'fault' in importForm(JSON.stringify(document)) ? null : read(document)
}

/** Questions that Typeform asks: after each answer it follows the first jump whose condition holds, or goes to the next field. */
function shownByTypeform(
  fields: readonly Field[],
  jumps: readonly (readonly Jump[])[],
  given: readonly Given[],
): string[] {
  const answers = new Map<string, Given>()
  const shown: string[] = []
  for (let at = 0; at < fields.length;) {
    const { ref } = fields[at]!
    shown.push(ref)
    answers.set(ref, given[at]!)
    const taken = jumps[at]!.find(({ condition }) => holds(condition, answers))
    if (taken?.to.type === 'thankyou') return [...shown, taken.to.value]
    at = taken ? fields.findIndex((field) => field.ref === taken.to.value) : at + 1
  }
  return [...shown, 'end_a']
}

function holds({ op, vars }: Condition, answers: ReadonlyMap<string, Given>): boolean {
  if (op === 'always') return true
  if (op === 'and') return vars.every((part) => holds(part as Condition, answers))
  if (op === 'or') return vars.some((part) => holds(part as Condition, answers))
  const [field, against] = vars as [Var, Var]
  const answer = answers.get(field.value as string) ?? null
  const value = against.value
  const same = Array.isArray(answer) ? answer.includes(value as string) : answer === value
  if (op === 'is' || op === 'equal') return same
  if (op === 'is_not' || op === 'not_equal') return !same
  if (typeof answer !== 'number' || typeof value !== 'number') return false
  if (op === 'lower_than') return answer < value
  if (op === 'lower_equal_than') return answer <= value
  return op === 'greater_than' ? answer > value : answer >= value
}

/** A note on a return that contradicts its sale is dropped, as no visitor is known for it. */
function shownByUs(flow: ReturnType<typeof read>['flow'], fields: readonly Field[], given: readonly Given[]) {
  const origin = { query: {}, today: '2026-11-20' }
  const answers: Record<string, StepData> = {}
  const shown: string[] = []
  for (;;) {
    const { current } = walk(flow, origin as never, answers as Answers)
    if (!current) return shown
    if (current.offer_key === 'end') return [...shown, current.step.title === 'End A' ? 'end_a' : 'end_b']
    const index = fields.findIndex(({ ref }) => current.step_key === ref)
    shown.push(current.step_key)
    answers[current.id] = dataOf(fields[index]!, given[index]!)
  }
}

function dataOf({ ref, type }: Field, given: Given): StepData {
  if (given === null) return {}
  if (type === 'legal') return given ? { [ref]: 'the text' } : { [ref]: null, [`${ref}_declined`]: 'yes' }
  if (typeof given === 'boolean') return { [ref]: given ? 'yes' : 'no' }
  const label = (choice: string) => `The ${choice} one`
  if (Array.isArray(given)) return { [ref]: given.map(label) }
  return { [ref]: typeof given === 'number' ? String(given) : label(given) }
}

test('for any jumps and answers, both show the same questions in the same order', () => {
  let [all, whole] = [0, 0]
  fc.assert(
    fc.property(form, ({ fields, jumps, given }) => {
      const form = formOf(fields, jumps)
      if (!form) return
      const { flow, notes } = form
      all++
      if (
        notes.some(
          ({ message }) =>
            /^A rule|shown to more|always shown|The end/.test(message) && !isUnreached(message),
        )
      )
        return
      whole++
      const dropped = fields.filter(({ type }) => type === 'file_upload').map(({ ref }) => ref)
      const theirs = shownByTypeform(fields, jumps, given).filter((ref) => !dropped.includes(ref))
      expect(shownByUs(flow, fields, given)).toEqual(theirs)
    }),
    { numRuns: 150 },
  )
  expect(whole / all).toBeGreaterThan(0.8)
})

/** True for a note about an end that no jump leads to, which is left out without loss. */
function isUnreached(message: string): boolean {
  return message.startsWith('The end')
}

test('no rule names a consent that’s never asked, or that it was declined', () => {
  const fields = ['yes_no', 'legal', 'number', 'number'].map((type, index) => fieldOf(type, index, false))
  const isDeclined = { type: 'field', value: 'q1x' }
  const condition = { op: 'is', vars: [isDeclined, { type: 'constant', value: false }] }
  const { flow } = formOf(fields, [
    [{ to: { type: 'field', value: 'q2x' }, condition: ALWAYS }],
    [],
    [{ to: { type: 'thankyou', value: 'end_b' }, condition }],
    [],
  ])!
  expect(errorsOf(flow).filter((error) => error.startsWith('unknown_field'))).toEqual([])
})

test('can be published, except for questions that the form never asks', () => {
  fc.assert(
    fc.property(form, ({ fields, jumps }) => {
      const form = formOf(fields, jumps)
      if (!form) return
      const errors = errorsOf(form.flow)
      expect(errors.filter((error) => !/^(rule_never|step_unreachable|action_never):/.test(error))).toEqual(
        [],
      )
    }),
    { numRuns: 25 },
  )
})
