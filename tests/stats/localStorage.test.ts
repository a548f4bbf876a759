import { expect, test } from 'vitest'
import { openStorage } from '../../src/operator/browser/localStorage.ts'
import { createBrowserStorage, forbidden } from '../visitor/browserStorage.ts'

test('stored values are in the browser the next time', () => {
  const browser = createBrowserStorage()
  openStorage(() => browser).setItem('path', 'found-money')
  expect(openStorage(() => browser).getItem('path')).toBe('found-money')
  openStorage(() => browser).removeItem('path')
  expect(openStorage(() => browser).getItem('path')).toBeNull()
})

test('values are kept until the page is left if storage is forbidden', () => {
  const storage = openStorage(forbidden)
  storage.setItem('path', 'found-money')
  storage.setItem('toggleTab', 'Sales')
  storage.removeItem('path')
  expect([storage.getItem('path'), storage.getItem('toggleTab')]).toEqual([null, 'Sales'])
})

test('values that didn’t fit take precedence until there’s room if storage is full', () => {
  const room = { chars: 6 }
  const browser = createBrowserStorage(room)
  const storage = openStorage(() => browser)
  storage.setItem('path', 'a')
  storage.setItem('path', 'too long')
  expect([storage.getItem('path'), browser.getItem('path')]).toEqual(['too long', 'a'])
  room.chars = 20
  storage.setItem('path', 'again')
  expect([storage.getItem('path'), browser.getItem('path')]).toEqual(['again', 'again'])
})
