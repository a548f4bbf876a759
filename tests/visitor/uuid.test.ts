import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { Uuid } from '../../schemas/kernel/shape.ts'
import { uuid } from '../../src/visitor/queue/uuid.ts'

test('UUIDs are unique, of version 4, in the form that the server accepts', () => {
  const made = Array.from({ length: 1000 }, uuid)
  for (const each of made) {
    expect(each).toMatch(/^.{8}-.{4}-4.{3}-[89ab].{3}-.{12}$/)
    expect(Value.Check(Uuid, each)).toBe(true)
  }
  expect(new Set(made).size).toBe(1000)
})
