import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { createBrowserStorage, forbidden } from './browserStorage.ts'

test('values are stored in the browser, next to those of others', () => {
  onTestFinished(() => sessionStorage.clear())
  sessionStorage.setItem('theirs', '1')
  const storage = createStorage(() => sessionStorage)
  storage.set('ours', '2')
  expect(storage.keys().sort()).toEqual(['ours', 'theirs'])
  expect(createStorage(() => sessionStorage).get('ours')).toBe('2')
  storage.remove('ours')
  expect([storage.get('ours'), sessionStorage.getItem('ours')]).toEqual([null, null])
})

test('values are kept until the tab closes if storage is forbidden', () => {
  const storage = createStorage(forbidden)
  storage.set('a', '1')
  storage.set('b', '2')
  storage.remove('a')
  expect([storage.get('a'), storage.get('b'), storage.keys()]).toEqual([null, '2', ['b']])
})

test('keys are those of the browser and of memory, each once, if storage is full', () => {
  const browser = createBrowserStorage({ chars: 4 })
  const storage = createStorage(() => browser)
  storage.set('a', '1')
  storage.set('b', 'too long')
  expect([storage.get('a'), storage.get('b'), storage.keys().sort()]).toEqual(['1', 'too long', ['a', 'b']])
  expect(Object.keys(browser)).toEqual(['a'])
})

test('a value that didn’t fit moves to the browser as soon as there’s room', () => {
  const browser = createBrowserStorage({ chars: 4 })
  const storage = createStorage(() => browser)
  storage.set('a', '123')
  storage.set('b', '456')
  expect(browser.getItem('b')).toBe(null)
  storage.remove('a')
  expect([browser.getItem('b'), storage.get('b'), storage.keys()]).toEqual(['456', '456', ['b']])
})

test('a value that doesn’t fit removes its older one, which must not come back on the next page', () => {
  const browser = createBrowserStorage({ chars: 8 })
  const storage = createStorage(() => browser)
  storage.set('journey', '1')
  storage.set('journey', '12')
  expect(storage.get('journey')).toBe('12')
  expect(createStorage(() => browser).get('journey')).toBe(null)
})

test('later values are never in the browser without earlier ones, so a journey is never without its answers', () => {
  const room = { chars: 16 }
  const browser = createBrowserStorage(room)
  const storage = createStorage(() => browser)
  const next = () => createStorage(() => browser).get('journey')
  storage.set('journey', '1')
  storage.set('answer', 'too long for it')
  storage.set('journey', '2')
  expect([storage.get('journey'), next()]).toEqual(['2', null])
  storage.set('later', 'too long for it')
  storage.set('journey', '3')
  room.chars = 32
  storage.remove('other')
  expect([storage.get('journey'), next()]).toEqual(['3', null])
  storage.remove('later')
  expect(next()).toBe('3')
})

test('values can be read back, however much room there is', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const act = fc.oneof(
    fc.record({ set: key, value: fc.string({ maxLength: 6 }) }),
    fc.record({ remove: key }),
    fc.record({ chars: fc.nat({ max: 12 }) }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), fc.boolean(), (acts, allowed) => {
      const room = { chars: 6 }
      const browser = createBrowserStorage(room)
      const storage = createStorage(allowed ? () => browser : forbidden)
      const model = new Map<string, string>()
      for (const each of acts) {
        if ('set' in each) {
          storage.set(each.set, each.value)
          model.set(each.set, each.value)
        } else if ('remove' in each) {
          storage.remove(each.remove)
          model.delete(each.remove)
        } else room.chars = each.chars
        expect(storage.keys().sort()).toEqual([...model.keys()].sort())
        for (const name of ['a', 'b', 'c']) expect(storage.get(name)).toBe(model.get(name) ?? null)
      }
    }),
  )
})
