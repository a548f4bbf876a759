import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { redirectWhenSent } from '../../src/visitor/visit/redirectWhenSent.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { pageOf } from './page.ts'

/** Tests of how an end opens another page. */

const HREF = 'https://partners.example/start'
let went: string[]
let unsent = 0
let storage: Storage

beforeEach(() => {
  vi.useFakeTimers()
  went = []
  unsent = 0
  storage = createBrowserStorage()
  const window = {}
  vi.stubGlobal('self', window)
  vi.stubGlobal('top', window)
  vi.stubGlobal('location', { assign: (href: string) => went.push(href) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that leads there. */
function open({ goes = true, href = HREF as string | null } = {}) {
  const states: string[] = []
  const stop = new AbortController()
  let presses = 0
  const opened = () => {
    presses += 1
    unsent += 1
  }
  void redirectWhenSent(
    { way: () => ({ href, opened }), goes, onState: (state) => states.push(state) },
    {
      session: pageOf().session,
      hasUnsent: () => unsent > 0,
      tab: createStorage(() => storage),
      signal: stop.signal,
    },
  )
  return { states, stop, presses: () => presses }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('opens the page once the visitor had time to read, and reports it like a press', async () => {
  const page = open()
  await pass(5000)
  expect([page.states, went]).toEqual([['soon'], []])
  await pass(1500)
  expect([page.presses(), went]).toEqual([1, []])
  unsent = 0
  await pass(500)
  expect([page.states, went]).toEqual([['soon', 'here'], [HREF]])
})

test('leaves without waiting long for the press to be reported', async () => {
  open()
  await pass(8000)
  expect([unsent, went]).toEqual([1, [HREF]])
})

test('neither opens the page nor lets the link work while an answer is unsent', async () => {
  unsent = 1
  const page = open()
  await pass(60_000)
  expect([page.states, went]).toEqual([[], []])
  unsent = 0
  await pass(1000)
  expect(page.states).toEqual(['soon'])
  unsent = 1
  await pass(60_000)
  expect([page.presses(), went]).toEqual([0, []])
})

test('stays if the visitor chooses to, even after a reload', async () => {
  const page = open()
  await pass(3000)
  page.stop.abort(true)
  await pass(60_000)
  const again = open()
  await pass(60_000)
  expect([page.presses(), again.states, went]).toEqual([0, ['here'], []])
})

test('restarts if it was suspended for a while', async () => {
  const page = open()
  await pass(3000)
  page.stop.abort(false)
  await pass(60_000)
  expect(went).toEqual([])
  open()
  await pass(10_000)
  expect(went).toEqual([HREF])
})

test('doesn’t redirect a visitor who comes back, but does redirect another visitor in the tab', async () => {
  open()
  await pass(10_000)
  unsent = 0
  const back = open()
  await pass(60_000)
  expect([back.states, went]).toEqual([['here'], [HREF]])
  storage.setItem('leadloom.left', 'another session')
  open()
  await pass(10_000)
  expect(went).toEqual([HREF, HREF])
})

test('shows only a link while the target isn’t certain, and within another page', async () => {
  const unsure = open({ goes: false })
  await pass(0)
  vi.stubGlobal('top', {})
  const framed = open()
  await pass(60_000)
  expect([unsure.states, framed.states, went]).toEqual([['here'], ['beside'], []])
})
