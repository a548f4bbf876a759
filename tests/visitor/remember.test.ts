import { expect, test } from 'vitest'
import { recall, remember } from '../../src/visitor/remember.ts'
import { createStorage } from '../../src/visitor/storage.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { pageOf } from './page.ts'

const page = pageOf()
const journey = { ...page.journey, haveClicksOnPage: true, visitedOffers: ['claim'] }

function remembered() {
  const browser = createBrowserStorage()
  remember(
    createStorage(() => browser),
    page,
    journey,
  )
  return { browser, reloaded: createStorage(() => browser) }
}

test('a journey outlives a reload', () => {
  expect(recall(remembered().reloaded, page)).toEqual(journey)
})

test('it is no other session’s, and no other site’s', () => {
  const { reloaded } = remembered()
  const other = { ...page.session, uuid: '6f8f4c2e-0000-4000-8000-000000000002' }
  expect(recall(reloaded, { ...page, session: other })).toBe(null)
  expect(recall(reloaded, { ...page, path: 'other' })).toBe(null)
})

test('sites do not overwrite each other’s', () => {
  const { reloaded } = remembered()
  remember(reloaded, { ...page, path: 'other' }, page.journey)
  expect(recall(reloaded, page)).toEqual(journey)
})

const { progress: _progress, ...older } = journey
const { uuid: session_uuid } = page.session

test.each([
  'no json',
  'null',
  '5',
  '[]',
  '{"session_uuid":',
  JSON.stringify({ session_uuid }),
  JSON.stringify({ session_uuid, journey: older }),
])('kept text that is no journey, %j, is none', (text) => {
  const { browser, reloaded } = remembered()
  browser.setItem('leadloom.journey.small', text)
  expect(recall(reloaded, page)).toBe(null)
})
