import { expect, test } from 'vitest'
import { createCell } from '../../src/visitor/queue/cell.ts'

test('who listens hears of each change, and sees the new value, until it stops listening', () => {
  const cell = createCell(1)
  const seen: number[] = []
  const stop = cell.subscribe(() => seen.push(cell.get()))
  cell.subscribe(() => stop())
  cell.set(2)
  cell.set(3)
  expect([seen, cell.get()]).toEqual([[2], 3])
})
