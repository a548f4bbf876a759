import { expect, test } from 'vitest'
import { Ajv } from 'ajv'
import { complete } from '../../src/flow/answers/data.ts'
import { toForm } from '../../src/flow/form.ts'
import { judge, standingOf } from '../../src/flow/judge.ts'
import { prove } from '../../src/author/prove/prove.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import { flow, input, origin, ref, step, SUBMIT, THANKS, TODAY } from './flows.ts'
import { ticks } from './solve/anyFlow.ts'

/** Asks for neck and back, or neither; the last option excludes the others. */
const asking = (...conditions: Rule['conditions']) =>
  flow({
    claim: [
      step('parts', [ticks(['neck', 'back', 'none'], ['required'], ['hurt_neck'], 2), SUBMIT]),
      step('more', [input('text', 'note', []), SUBMIT], {
        ...(conditions.length > 0 && { display_rules: [{ operator: 'and', conditions }] }),
      }),
      step('end', [THANKS]),
    ],
  })

test('refuses an option that excludes the others together with one of them', () => {
  const course = { flow: asking(), origin: origin() }
  const judged = (...values: string[]) => {
    const answers = values.map((raw_data) => ({
      question_key: 'm',
      answer_key: `value.${['neck', 'back', 'none'].indexOf(raw_data)}`,
      raw_data,
    }))
    const verdict = judge(course, standingOf(course, []), { ...ref('claim/parts'), answers })
    return verdict.ok ? 'taken' : verdict.errors.map(({ message }) => message).join()
  }
  expect([judged('none'), judged('neck', 'back')]).toEqual(['taken', 'taken'])
  expect(judged('none', 'neck')).toBe('"NONE" can’t be combined with another option')
})

test('the compiled schema refuses the same', () => {
  const { schema } = toForm(asking(), asking().ui_config.offers['claim']!.steps[0]!)
  const accepts = new Ajv().compile(schema)
  expect([['none'], ['neck', 'back'], ['none', 'neck'], []].map((m) => accepts({ m }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('the fields of the excluded options are no', () => {
  const asked = asking()
  const [parts] = asked.ui_config.offers['claim']!.steps
  expect(complete(asked, parts!, { m: ['none'] })).toEqual({ m: ['none'], hurt_neck: 'no' })
})

test('a rule that needs it and another one can never hold', () => {
  const ticked = (arg: string) => ({ field: 'm', condition: 'eq' as const, arg })
  const codes = (...args: string[]) => prove(asking(...args.map(ticked)), TODAY).map(({ code }) => code)
  expect(codes('none', 'neck')).toEqual(['rule_never'])
  expect(codes('neck', 'back')).toEqual([])
})
