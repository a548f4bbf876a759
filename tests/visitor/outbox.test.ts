import { expect, onTestFinished, test, vi } from 'vitest'
import { createOutbox, type Outbox } from '../../src/visitor/queue/outbox.ts'
import { createStorage, type Storage } from '../../src/visitor/queue/storage.ts'
import { createBrowserStorage, forbidden } from './browserStorage.ts'
import { step } from './receiver.ts'

/** Outboxes of one browser with the clock `clock.ms`. Its unique texts sort in the reverse of the order they are made in. */
function browserOf(browser = createBrowserStorage()) {
  const clock = { ms: 1_700_000_000_000 }
  let made = 0
  const open = (storage: Storage = createStorage(() => browser)) =>
    createOutbox({ storage, now: () => clock.ms, unique: () => String(1000 - (made += 1)) })
  return { browser, clock, open }
}

const add = (outbox: Outbox, ...ids: string[]) => ids.forEach((id) => outbox.add(step(id)))
const ids = (outbox: Outbox) => outbox.keys().map((key) => outbox.read(key)?.body['id'])

test('calls come out in the order they were added', () => {
  const outbox = browserOf().open()
  add(outbox, 'a')
  expect(outbox.keys().map(outbox.read)).toEqual([step('a')])
})

test('calls of one millisecond keep their order', () => {
  const outbox = browserOf().open()
  add(outbox, 'a', 'b', 'c')
  expect(ids(outbox)).toEqual(['a', 'b', 'c'])
})

test('a clock set back doesn’t reorder calls, nor does a reload', () => {
  const { clock, open } = browserOf()
  const before = open()
  add(before, 'a')
  clock.ms -= 3_600_000
  add(before, 'b')
  add(open(), 'c')
  add(open(), 'd')
  expect(ids(open())).toEqual(['a', 'b', 'c', 'd'])
})

test('two tabs share one outbox, in the order of adding, and lose nothing of each other', () => {
  const { clock, open } = browserOf()
  const [one, two] = [open(), open()]
  add(one, 'a')
  add(two, 'b')
  clock.ms -= 5000
  add(one, 'c')
  add(two, 'd')
  expect(ids(one)).toEqual(['a', 'b', 'c', 'd'])
  one.remove(one.keys()[0]!)
  expect(ids(two)).toEqual(['b', 'c', 'd'])
})

test('two tabs that add at once, before either sees the other’s call, keep both', () => {
  const { browser, open } = browserOf()
  const unseeing = () => open({ ...createStorage(() => browser), keys: () => [] })
  add(unseeing(), 'a')
  add(unseeing(), 'b')
  expect(new Set(ids(open()))).toEqual(new Set(['a', 'b']))
})

test('a call that another tab removed is gone without an error', () => {
  const { open } = browserOf()
  const warn = vi.spyOn(console, 'warn')
  onTestFinished(() => warn.mockRestore())
  const [one, two] = [open(), open()]
  add(one, 'a')
  const [key = ''] = one.keys()
  two.remove(key)
  two.remove(key)
  expect([one.read(key), one.keys(), warn.mock.calls]).toEqual([null, [], []])
})

test.each([
  '',
  'no json',
  '{"call":"POST /api/s',
  'null',
  '5',
  '[]',
  '{}',
  '{"call":"POST /api/store","body":{}}',
])('ignores stored text that isn’t a call, %j, and says so', (text) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const { browser, open } = browserOf()
  const outbox = open()
  add(outbox, 'a')
  const [key = ''] = outbox.keys()
  browser.setItem(key, text)
  expect(outbox.read(key)).toBe(null)
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(key))
})

test('other keys in the same storage aren’t touched, even those that look like ours', () => {
  const { browser, open } = browserOf()
  browser.setItem('leadloom.journey.x', '{}')
  browser.setItem('leadloom.out.soon', 'theirs')
  const outbox = open()
  add(outbox, 'a', 'b')
  expect(ids(outbox)).toEqual(['a', 'b'])
})

test('calls wait in memory in order if storage is full or forbidden', () => {
  const { open } = browserOf()
  const one = step('a')
  const roomForOne = createBrowserStorage({ chars: JSON.stringify(one).length + 50 })
  for (const browser of [() => roomForOne, forbidden]) {
    const outbox = open(createStorage(browser))
    add(outbox, 'a', 'b', 'c')
    expect(ids(outbox)).toEqual(['a', 'b', 'c'])
  }
})

test('every listener is notified once a call is saved', () => {
  const outbox = browserOf().open()
  const heard: unknown[] = []
  outbox.subscribe(() => heard.push(ids(outbox)))
  outbox.subscribe(() => heard.push('too'))
  add(outbox, 'a', 'b')
  expect(heard).toEqual([['a'], 'too', ['a', 'b'], 'too'])
})

test('a step that waits for a correction holds back its session’s steps for a day, and no other’s', () => {
  const { clock, open } = browserOf()
  const outbox = open()
  const waitsFor = { step: { offer_key: 'o', step_key: 's' }, errors: [] }
  const other = { ...step('x'), token: 'd'.repeat(64) }
  for (const queued of [{ ...step('a'), waitsFor }, step('b'), other]) outbox.add(queued)
  const sendable = () => outbox.sendable().map((key) => outbox.read(key)?.body['id'])
  expect(sendable()).toEqual(['x'])
  clock.ms += 86_400_000
  expect(sendable()).toEqual(['a', 'b', 'x'])
})

test('a call replaces only the one with its ID', () => {
  const outbox = browserOf().open()
  add(outbox, 'a')
  const key = outbox.keys()[0]!
  outbox.replace(key, step('b'))
  expect(ids(outbox)).toEqual(['a'])
  outbox.replace(key, { ...step('a'), page_url: 'https://other.example/' })
  expect(outbox.read(key)?.page_url).toBe('https://other.example/')
  outbox.remove(key)
  outbox.replace(key, step('a'))
  expect(ids(outbox)).toEqual([])
})
