import { expect, test } from 'vitest'
import { createCell } from '../../src/visitor/queue/cell.ts'

test('a listener is notified of each change with the new value, until it unsubscribes', () => {
  const cell = createCell(1)
  const seen: number[] = []
  const stop = cell.subscribe(() => seen.push(cell.get()))
  cell.subscribe(() => stop())
  cell.set(2)
  cell.set(3)
  expect([seen, cell.get()]).toEqual([[2], 3])
})
