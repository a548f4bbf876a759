import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { disagreements } from './agreement.ts'
import { anyFlow, ofStep, ticks } from './anyFlow.ts'
import { choices, flow, input, select, step, SUBMIT, when } from '../flows.ts'

function agrees(flow: Flow): void {
  expect(disagreements(flow)).toEqual([])
}

describe('the solver’s result for every step, rule, and action matches all visitors together', () => {
  test('in flows of choices, lists, numbers, texts, and consents', () => {
    fc.assert(fc.property(anyFlow({ dated: false }), agrees), { numRuns: IN_FULL ? 300 : 80 })
  })

  test('in flows that ask for a date, on every day of two years', () => {
    fc.assert(fc.property(anyFlow({ dated: true }), agrees), { numRuns: IN_FULL ? 6 : 3 })
  })
})

test('a repeated question whose answer no longer matters is still answered', () => {
  const again = step('again', [select('dropdown', 'a', ['2', '3']), SUBMIT], {
    display_rules: when('a', 'neq', 'x'),
  })
  const steps = [step('once', choices('a', '1', 'x')), again, step('after', choices('b', '1'))]
  expect(disagreements(flow({ o0: steps }))).toEqual([])
})

test('a repeated list that keeps other fields still distinguishes its options', () => {
  const asked = (name: string, ...saved: string[]) =>
    step(name, [ofStep(name)(ticks(['x', 'y'], [], saved)), SUBMIT])
  const both = { display_rules: [...when('one', 'eq', 'yes'), ...when('other', 'eq', 'no')] }
  const steps = [
    asked('once', 'one', 'other'),
    step('between', choices('a', '1'), both),
    asked('again', 'first', 'second'),
  ]
  expect(disagreements(flow({ o0: steps }))).toEqual([])
})

test('no answer ever has surrounding spaces, whatever a rule names', () => {
  const asked = step('asked', [input('text', 't'), SUBMIT])
  const after = step('after', choices('a', '1'), { display_rules: when('t', 'eq', 'x ') })
  expect(disagreements(flow({ o0: [asked, after] }))).toEqual([])
})

test('a limit that no other rule names is distinguished from values beyond it', () => {
  const asked = step('asked', [input('text', 'n'), SUBMIT], {
    execute_actions: [{ name: 'send_lead', rules: when('n', 'lt', '1') }],
  })
  expect(disagreements(flow({ o0: [asked] }))).toEqual([])
})
