import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, legible } from '../../src/author/site/contrast.ts'
import { contrast as independent } from '../fixtures/contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.478],
  ['#767676', '#ffffff', 4.542],
  ['#1d4d39', '#1d4d39', 1],
])('%s on %s has a contrast of %d', (front, back, ratio) => {
  expect(contrast(front, back)).toBeCloseTo(ratio, 3)
  expect(contrast(back, front)).toBeCloseTo(ratio, 3)
})

test('the suggested color is legible, and a color that’s already legible stays', () => {
  fc.assert(
    fc.property(color, color, fc.constantFrom(3, 4.5), (front, back, least) => {
      const right = legible(front, [[back, least]])!
      expect(right).toMatch(/^#[0-9a-f]{6}$/)
      expect(independent(right, back)).toBeGreaterThanOrEqual(least)
      if (independent(front, back) >= least) expect(right).toBe(front)
    }),
  )
})

test('suggests no color if none is legible on all backgrounds', () => {
  const grounds = ['#000000', '#ffffff', '#767676'].map((back) => [back, 4.5] as const)
  expect(legible('#123456', grounds)).toBeNull()
  expect(legible('#8a8a8a', grounds.slice(1, 2))).toBe('#757575')
})
