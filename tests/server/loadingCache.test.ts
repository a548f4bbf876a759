import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { loadingCache } from '../../src/server/kernel/caches.ts'

/** Keeps texts in `limit` places, one for each character; `loads` has the loaded keys, in order. */
function keeping(limit: number, texts: Record<string, { text: string } | undefined>) {
  const loads: string[] = []
  const load = async (key: string) => {
    loads.push(key)
    return texts[key] ?? null
  }
  return { loads, kept: loadingCache(limit, load, { placesOf: ({ text }) => text.length }) }
}

test('keeps the most recently used, and loads each once however many ask', async () => {
  const { loads, kept } = keeping(2, { a: { text: 'a' }, b: { text: 'b' }, c: { text: 'c' } })
  await Promise.all([kept.get('a'), kept.get('a'), kept.get('b')])
  await kept.get('a')
  await kept.get('c')
  await settled()
  await kept.get('a')
  await kept.get('b')
  expect(loads).toEqual(['a', 'b', 'c', 'b'])
})

test('counts the size of an entry when it’s loaded and when it grows', async () => {
  const a = { text: 'a' }
  const { loads, kept } = keeping(4, { a, b: { text: 'bbb' }, c: { text: 'c' } })
  for (const key of ['a', 'b', 'a', 'c', 'a']) await kept.get(key)
  expect(loads).toEqual(['a', 'b', 'c'])
  a.text = 'aaa'
  await kept.updateSize('a')
  expect(await kept.get('a')).toBe(a)
  await settled()
  await kept.get('c')
  await kept.get('b')
  expect(loads).toEqual(['a', 'b', 'c', 'b'])
})

test('asks again for missing entries, which have no weight', async () => {
  const { loads, kept } = keeping(2, {})
  expect([await kept.get('a'), await kept.get('a')]).toEqual([null, null])
  await kept.updateSize('a')
  expect(loads).toEqual(['a', 'a'])
})
