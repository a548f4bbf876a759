import { describe, expect, test } from 'vitest'
import type { Condition, Rule } from '../../schemas/kernel/rule.ts'
import {
  canBeNone,
  inMode,
  isBuildable,
  modeOf,
  relationOf,
  withRelation,
} from '../../src/author/forms/ruleParts.ts'
import { ruleSentence } from '../../src/author/forms/ruleSentences.ts'
import { fieldsBefore } from '../../src/author/edit/fieldsBefore.ts'
import { holds } from '../../src/flow/rules.ts'
import { readFlow } from '../journeys/walking.ts'

const eq = (field: string, arg: Condition['arg']): Condition => ({ field, condition: 'eq', arg })
const FIELD = { name: 'roof', label: 'Roof?', questions: ['roof'], values: [{ value: 'tile', text: 'Tile' }] }

describe('a rule as sentences', () => {
  test.each<[Rule, ReturnType<typeof modeOf>]>([
    [{ operator: 'and', conditions: [eq('a', '1'), eq('b', '1')] }, 'all'],
    [{ operator: null, conditions: [eq('a', '1'), eq('b', '1')] }, 'all'],
    [{ operator: 'or', conditions: [eq('a', '1'), eq('b', '1')] }, 'any'],
  ])('%j holds for none exactly where no sentence holds', (rule, mode) => {
    expect(modeOf(rule)).toBe(mode)
    const none = inMode(rule, mode, 'none')
    expect(modeOf(none)).toBe('none')
    for (const a of ['1', '2'])
      for (const b of ['1', '2', undefined]) {
        const fields = { a, ...(b !== undefined && { b }) }
        expect(holds(none, fields)).toBe(a !== '1' && b !== '1')
      }
    expect(inMode(none, 'none', 'any').conditions).toEqual(rule.conditions)
  })

  test('has no opposite for an order, which an unanswered field never meets', () => {
    expect(canBeNone({ operator: 'and', conditions: [{ field: 'age', condition: 'gte', arg: 18 }] })).toBe(
      false,
    )
  })

  test('keeps a value that fits the new comparison, and replaces any other', () => {
    const tile = eq('roof', 'tile')
    expect(withRelation(tile, 'neq', FIELD)).toEqual({ ...tile, condition: 'neq' })
    expect(withRelation(tile, 'gte', FIELD)).toMatchObject({ condition: 'gte', arg: 0 })
    expect(withRelation({ ...tile, arg: '15' }, 'gte')).toMatchObject({ arg: 15 })
    expect(withRelation(tile, 'unanswered', FIELD)).toMatchObject({ condition: 'eq', arg: null })
    expect(withRelation(eq('roof', null), 'eq', FIELD)).toMatchObject({ arg: 'tile' })
    expect(relationOf({ ...tile, condition: 'neq', arg: '' })).toBe('answered')
  })

  test.each([
    [{ operator: 'xor', conditions: [] }],
    [{ operator: 'and', conditions: [{ field: 'a', condition: 'like', arg: 1 }] }],
    [{ operator: 'and', conditions: [{ field: 'a', condition: 'eq', arg: ['x'] }] }],
    ['text'],
  ])('%j can only be shown as JSON', (rule) => {
    expect(isBuildable(rule)).toBe(false)
  })

  test('offers the fields that earlier steps ask for, by their questions and answers', () => {
    const flow = readFlow('yardstick')
    const steps = ['ui_config', 'offers', 'yardstick', 'steps']
    expect(fieldsBefore(flow, [...steps, 0]).filter(({ questions }) => questions.length > 0)).toEqual([])
    const [first] = fieldsBefore(flow, [...steps, 3])
    expect(first).toMatchObject({ name: 'injured', values: [{ text: 'Yes' }, { text: 'No' }] })
    const rule = {
      operator: 'or',
      conditions: [eq('injured', 'yes'), { field: 'x', condition: 'neq', arg: null }],
    }
    expect(ruleSentence(flow, rule)).toBe(`“${first!.label}” is “Yes” or x is answered`)
  })
})
