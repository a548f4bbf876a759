import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Case, Element } from '../../schemas/elements/element.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import type { Condition } from '../../schemas/kernel/rule.ts'
import { prove } from '../../src/author/prove/prove.ts'

/** A flow with ends that show nothing to some visitors. */

const BROKEN = new URL('../../fixtures/broken/result_missing.json', import.meta.url)
const read = () => JSON.parse(readFileSync(BROKEN, 'utf8')) as FlowDocument

const is = (field: string, arg: string): Condition => ({ field, condition: 'eq', arg })
const show = (...conditions: Condition[]): Case => ({
  html: 'Hi',
  display_rules: [{ operator: 'and', conditions }],
})
const outcomes = (...args: string[]) => args.map((arg) => show(is('lead.outcome', arg)))

/** Problems that the proof finds in an end with these cases. */
function problemsWith(cases: Case[]) {
  const flow = read()
  const end: Element = { type: 'container', widget: 'result', cases }
  flow.ui_config.offers['accident']!.steps.at(-1)!.questions = [end]
  return prove(flow, '2026-11-20')
}

/** Outcomes without a text, and the answers of the visitor that the proof names. */
function proved(cases: Case[]) {
  const problems = problemsWith(cases).filter(({ code }) => code === 'result_missing')
  return problems.map(({ message, witness }) => [
    /outcome is (.*?)\./.exec(message)?.[1],
    witness?.answers['accident/injured']?.['injured'],
  ])
}

const SENT = ['accepted', 'waiting', 'rejected', 'kept']

test('names each outcome without a text, with the answers that lead there', () => {
  expect(proved(outcomes('accepted', 'nothing'))).toEqual([['"waiting", "rejected", or "kept"', 'yes']])
  expect(proved(outcomes(...SENT))).toEqual([['"nothing"', 'no']])
})

test('accepts a result with a text for every possible outcome, or a last one for everyone', () => {
  expect(proved(outcomes(...SENT, 'nothing'))).toEqual([])
  expect(proved([...outcomes('accepted'), { html: 'Hi' }])).toEqual([])
})

test('ignores an outcome that answers make impossible', () => {
  expect(proved([...outcomes(...SENT), show(is('injured', 'no'))])).toEqual([])
})

test('treats the outcome at one buyer as the lead’s if the lead goes only there', () => {
  expect(proved([...SENT.map((arg) => show(is('buyer.smith', arg))), ...outcomes('nothing')])).toEqual([])
  expect(proved(SENT.map((arg) => show(is('buyer.smith', arg))))).toEqual([['"nothing"', 'no']])
})

test('reports exactly the texts that no visitor sees', () => {
  const unseen = (...cases: Case[]) =>
    problemsWith(cases).flatMap(({ code, at }) => (code === 'never_shown' ? at.at(-1) : []))
  const rest: Case = { html: 'Hi' }
  expect(unseen(...outcomes(...SENT, 'nothing'))).toEqual([])
  expect(unseen(...outcomes('accepted', 'declined', 'unfit'), rest)).toEqual([1, 2])
  expect(unseen(show(is('injured', 'yes'), is('lead.outcome', 'nothing')), rest)).toEqual([0])
  expect(unseen(show(is('injured', 'no'), is('lead.outcome', 'nothing')), rest)).toEqual([])
  expect(
    unseen(...SENT.map((arg) => show(is('buyer.smith', arg))), show(is('injured', 'yes')), rest),
  ).toEqual([4])
})
