import { expect, test } from 'vitest'
import { eventId, eventsOn, mayReceive, momentsOf } from '../../src/flow/vendors/pixels.ts'
import { trackingOrigins, trackingPixels, trackingSources } from '../../src/flow/vendors/vendors.ts'
import { SMALL_FLOW } from '../server/smallFlow.ts'

const META = { pixel_id: '123456789012345', events: [] }
const CONSENT = { field: 'ads', value: 'yes' }
const STEP = { offer_key: 'claim', step_key: 'mail' }

test('a page can load only what its pixels need, and no fallback image for a pixel that needs consent', () => {
  expect(trackingOrigins({ meta: META })).toEqual([
    'https://connect.facebook.net',
    'https://www.facebook.com',
  ])
  expect(trackingPixels({ meta: META })).toEqual([
    'https://www.facebook.com/tr?id=123456789012345&ev=PageView&noscript=1',
  ])
  expect(trackingPixels({ meta: { ...META, consent: CONSENT } })).toEqual([])
  expect([trackingOrigins({}), trackingSources({ meta: META })]).toEqual([[], {}])
})

test.each([
  ['a step', { isShown: true, isLead: false }, {}, ['step']],
  ['a hidden step', { isShown: false, isLead: false }, {}, []],
  [
    'the last basic field',
    { isShown: true, isLead: false },
    { email: 'a@b.example' },
    ['step', 'registration'],
  ],
  ['a hidden step that sends a lead', { isShown: false, isLead: true }, {}, ['lead']],
])('%s is sent as %j', (_, left, fields, kinds) => {
  expect(momentsOf(SMALL_FLOW, STEP, { ...left, fields }).map(({ kind }) => kind)).toEqual(kinds)
})

test('an event is sent at its offer and step', () => {
  const events = [
    { on: 'lead', name: 'Any' },
    { on: 'lead', offer: 'claim', name: 'Ours' },
    { on: 'lead', offer: 'other', name: 'Other' },
    { on: 'step', offer: 'claim', step: 'mail', name: 'Mail' },
  ] as const
  const named = (moment: Parameters<typeof eventsOn>[1]) =>
    eventsOn({ events }, moment).map(({ name }) => name)
  expect(named({ kind: 'lead', offer: 'claim', step: '' })).toEqual(['Any', 'Ours'])
  expect(named({ kind: 'step', offer: 'claim', step: 'mail' })).toEqual(['Mail'])
  expect(named({ kind: 'step', offer: 'claim', step: 'hurt' })).toEqual([])
})

test.each([
  [undefined, {}, true],
  [CONSENT, {}, false],
  [CONSENT, { ads: 'no' }, false],
  [CONSENT, { ads: 'yes' }, true],
  [CONSENT, { ads: ['calls', 'yes'] }, true],
])('with the consent %j and the answers %j, events may be sent: %s', (consent, fields, may) => {
  expect(mayReceive({ ...META, ...(consent && { consent }) }, fields)).toBe(may)
})

test('an event has one ID per visit, and each sale has its own', () => {
  expect(eventId('u', { kind: 'step', offer: 'claim', step: 'mail' })).toBe('u.step.claim.mail')
  expect(eventId('u', { kind: 'registration', offer: '', step: '' })).toBe('u.registration')
  expect(eventId('u', { kind: 'sale', offer: 'claim', step: '' }, 7)).toBe('u.sale.7')
})
