import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poll } from '../../../src/visitor/tracking/poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that is shown and hidden at will. */
function tab() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const turn = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { page, turn }
}

/** Polls on `page` and counts; everything is there at look number `allAt`. */
function counting(page: ReturnType<typeof tab>['page'], allAt = Infinity) {
  const counted = { looks: 0 }
  poll(() => (counted.looks += 1) >= allAt, page)
  return counted
}

test('looks every 5 ms, at most 10,000 times', () => {
  const counted = counting(tab().page)
  vi.advanceTimersByTime(4)
  expect(counted.looks).toBe(0)
  vi.advanceTimersByTime(1)
  expect(counted.looks).toBe(1)
  vi.advanceTimersByTime(49_995)
  expect(counted.looks).toBe(10_000)
  vi.advanceTimersByTime(60_000)
  expect(counted.looks).toBe(10_000)
})

test('ends when all are there, even if the page is hidden and shown again after that', () => {
  const { page, turn } = tab()
  const counted = counting(page, 3)
  vi.advanceTimersByTime(1000)
  turn('hidden')
  turn('visible')
  vi.advanceTimersByTime(1000)
  expect(counted.looks).toBe(3)
})

test('pauses while the page is hidden, and continues with the remaining looks', () => {
  const { page, turn } = tab()
  const counted = counting(page)
  vi.advanceTimersByTime(500)
  turn('hidden')
  vi.advanceTimersByTime(60_000)
  expect(counted.looks).toBe(100)
  turn('visible')
  vi.advanceTimersByTime(60_000)
  expect(counted.looks).toBe(10_000)
})
