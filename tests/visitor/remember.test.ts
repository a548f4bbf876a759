import { expect, test } from 'vitest'
import { advance } from '../../src/flow/journey.ts'
import { gather, recall, recallRecent, remember } from '../../src/visitor/queue/remember.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { pageOf } from './page.ts'

const page = pageOf()
const journey = { ...page.journey, haveClicksOnPage: true, visitedOffers: ['claim'] }

function remembered() {
  const browser = createBrowserStorage()
  remember(
    createStorage(() => browser),
    page,
    { journey, at: 0 },
  )
  return { browser, reloaded: createStorage(() => browser) }
}

test('a journey outlives a reload', () => {
  expect(recall(remembered().reloaded, page)).toEqual(journey)
})

test('a journey belongs to one session and one site', () => {
  const { reloaded } = remembered()
  const other = { ...page.session, uuid: '6f8f4c2e-0000-4000-8000-000000000002' }
  expect(recall(reloaded, { ...page, session: other })).toBe(null)
  expect(recall(reloaded, { ...page, path: 'other' })).toBe(null)
})

test('sites don’t overwrite each other’s journeys', () => {
  const { reloaded } = remembered()
  remember(reloaded, { ...page, path: 'other' }, { journey: page.journey, at: 0 })
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
  ...[
    { answers: null },
    { answers: [], current: {} },
    { answers: { 'claim/hurt': null } },
    { answers: { 'claim/hurt': { hurt: 5 } } },
    { answers: { 'claim/hurt': { vehicle: { car_year: null } } } },
    { filled: null },
    { filled: { state: 5 } },
    { current: 'claim/hurt' },
    { current: { offer_key: 'claim', step_key: 'no such step' } },
    { visitedOffers: null },
    { progress: 'half' },
  ].map((broken) => JSON.stringify({ session_uuid, journey: { ...journey, ...broken } })),
])('ignores stored text that isn’t a journey, %j', (text) => {
  const { browser, reloaded } = remembered()
  browser.setItem('leadloom.journey.small', text)
  expect(recall(reloaded, page)).toBe(null)
})

const claim = (step_key: string) => ({ offer_key: 'claim', step_key })

/** Answers to `hurt`, then to a state, as one tab gives them. */
const further = [
  { step: claim('hurt'), data: { hurt: 'yes' } },
  { step: claim('where'), data: { state: 'TX' } },
].reduce(
  (standing, { step, data }) => advance(page, standing, { type: 'submit', step, data, timeOnStepMs: 0 })[0],
  page.journey,
)

test('a tab that continues has another tab’s answers, and stays at its own step', () => {
  const { reloaded } = remembered()
  remember(reloaded, page, { journey: further, at: 0 })
  const gathered = gather(reloaded, page, page.journey)
  expect(gathered).toEqual({ ...further, current: claim('hurt') })
  const [next] = advance(page, gathered, {
    type: 'submit',
    step: claim('hurt'),
    data: { hurt: 'yes' },
    timeOnStepMs: 0,
  })
  expect(Object.keys(next.answers)).toEqual(Object.keys(further.answers))
})

test('a tab whose step another made obsolete moves to the other’s step', () => {
  const { reloaded } = remembered()
  const moot = { ...further, current: claim('where') }
  const [other] = advance(page, page.journey, {
    type: 'submit',
    step: claim('hurt'),
    data: { hurt: 'no' },
    timeOnStepMs: 0,
  })
  remember(reloaded, page, { journey: other, at: 0 })
  expect(gather(reloaded, page, moot)).toEqual({ ...other, progress: further.progress })
})

test('a single tab keeps the identical journey', () => {
  const { reloaded } = remembered()
  remember(reloaded, page, { journey: further, at: 0 })
  const own = structuredClone(further)
  expect(gather(reloaded, page, own)).toBe(own)
})

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

test.each([
  ['a journey under way for a day', claim('where'), DAY_MS],
  ['a journey at its end for 15 minutes', null, 15 * MINUTE_MS],
  [
    'a journey at a step that asks nothing for 15 minutes',
    { offer_key: 'thanks', step_key: 'end' },
    15 * MINUTE_MS,
  ],
])('a page starts with %s, which is then removed', (_, current, keptMs) => {
  const { reloaded } = remembered()
  const standing = { ...further, current }
  remember(reloaded, page, { journey: standing, at: 5 })
  expect(recallRecent(reloaded, page, 5 + keptMs)).toEqual(standing)
  expect(recallRecent(reloaded, page, 6 + keptMs)).toBe(null)
  expect(reloaded.keys()).toEqual([])
})

test('another session’s leftovers are removed when a page starts', () => {
  const { reloaded } = remembered()
  const other = { ...page.session, uuid: '6f8f4c2e-0000-4000-8000-000000000002' }
  expect(recallRecent(reloaded, { ...page, session: other }, 0)).toBe(null)
  expect(reloaded.keys()).toEqual([])
})
