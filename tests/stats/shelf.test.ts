import { expect, test } from 'vitest'
import { openShelf } from '../../src/stats/browser/localStorage.ts'
import { createBrowserStorage, forbidden } from '../visitor/browserStorage.ts'

test('what is kept is in the browser the next time', () => {
  const browser = createBrowserStorage()
  openShelf(() => browser).setItem('path', 'found-money')
  expect(openShelf(() => browser).getItem('path')).toBe('found-money')
  openShelf(() => browser).removeItem('path')
  expect(openShelf(() => browser).getItem('path')).toBeNull()
})

test('where storage is forbidden, everything is kept until the page is left', () => {
  const shelf = openShelf(forbidden)
  shelf.setItem('path', 'found-money')
  shelf.setItem('toggleTab', 'Sales')
  shelf.removeItem('path')
  expect([shelf.getItem('path'), shelf.getItem('toggleTab')]).toEqual([null, 'Sales'])
})

test('where storage is full, what had no room stands before what is there, until there is room', () => {
  const room = { chars: 6 }
  const browser = createBrowserStorage(room)
  const shelf = openShelf(() => browser)
  shelf.setItem('path', 'a')
  shelf.setItem('path', 'too long')
  expect([shelf.getItem('path'), browser.getItem('path')]).toEqual(['too long', 'a'])
  room.chars = 20
  shelf.setItem('path', 'again')
  expect([shelf.getItem('path'), browser.getItem('path')]).toEqual(['again', 'again'])
})
