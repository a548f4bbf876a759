import { expect, test } from 'vitest'
import schema from '../../schemas/json/buyers.schema.json' with { type: 'json' }
import type { Opening } from '../../schemas/buyer/limits.ts'
import type { Shape } from '../../src/author/complete/shapes.ts'
import { buyerChanges, buyerSentence } from '../../src/desk/buyers/buyerSentence.ts'
import { MEMBERS } from '../../src/desk/buyers/buyerWords.ts'
import { hoursOf, hoursText, painted, weekOf } from '../../src/desk/buyers/weekHours.ts'

/** Tests what the editor of buyers says and draws. */

const WEEKDAYS: Opening = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }
const NIGHT: Opening = { days: ['fri'], from: '20:00', to: '02:00' }

test.each<[string, Opening[]]>([
  ['weekdays', [WEEKDAYS]],
  ['a night', [NIGHT]],
  ['Sunday night', [{ days: ['sun'], from: '22:30', to: '01:15' }]],
  [
    'around the clock',
    [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
  ],
  ['weekdays and a night', [WEEKDAYS, NIGHT]],
])('%s: a week drawn from hours has the same hours', (_, hours) => {
  expect(hoursOf(weekOf(hours))).toEqual(hours)
})

test('drawing opens and closes hours in a week', () => {
  const opened = painted(weekOf([WEEKDAYS]), [4, 5], { from: 1020, to: 1200, open: true })
  expect(hoursText(hoursOf(opened))).toBe('Mon–Thu 9 AM–5 PM, Fri 9 AM–8 PM, and Sat 5 PM–8 PM')
  const closed = painted(opened, [0, 1, 2, 3, 4], { from: 720, to: 780, open: false })
  expect(hoursText(hoursOf(closed))).toBe(
    'Mon–Fri 9 AM–12 PM, Mon–Thu 1 PM–5 PM, Fri 1 PM–8 PM, and Sat 5 PM–8 PM',
  )
})

const SUNPATH = {
  format: 'json',
  url: 'https://buyer.example/leads',
  headers: { authorization: '' },
  price: '25',
  states: ['TX'],
  caps: [{ per: 'day', leads: 50 }],
  hours: [WEEKDAYS, NIGHT],
  time_zone: 'America/Chicago',
  wait_hours: { closed: 72 },
}

test('summarizes a buyer in one sentence', () => {
  expect(buyerSentence(SUNPATH)).toBe(
    'Takes leads from Texas, at $25.00, up to 50 leads a day, Mon–Fri 9 AM–5 PM and Fri 8 PM–2 AM, Chicago time. A lead that arrives while it’s closed waits up to 72 hours.',
  )
  const filters = [{ operator: 'and', conditions: [{ field: 'roof_age', condition: 'lte', arg: 15 }] }]
  expect(
    buyerSentence({
      format: 'json',
      url: '',
      auction: { min_bid: '5' },
      states: ['TX', 'FL', 'NV', 'AZ'],
      filters,
      shares: 1,
      paused: true,
    }),
  ).toBe(
    'Paused. Takes leads from 4 states, at its bid of $5.00 or more, at any time, if roof age is at most 15, exclusively.',
  )
})

test('shows a change with its old value, and a secret only as changed', () => {
  const after = {
    ...SUNPATH,
    price: '26.5',
    headers: { authorization: 'Bearer s3cret' },
    states: undefined,
    wait_hours: { closed: 24 },
  }
  expect(buyerChanges(SUNPATH, after)).toEqual([
    { label: 'Headers: authorization', before: '', after: 'a secret' },
    { label: 'Price per lead', before: '$25.00', after: '$26.50' },
    { label: 'Waiting: hours a lead waits while the buyer is closed', before: '72', after: '24' },
    { label: 'States', before: 'Texas', after: '' },
  ])
  expect(buyerChanges(SUNPATH, { ...SUNPATH })).toEqual([])
})

test('every setting of a buyer has its label in the editor', () => {
  const buyers = (schema as unknown as Shape).properties!['buyers']!
  const [buyer] = Object.values(buyers.patternProperties!)
  expect(Object.keys(MEMBERS).sort()).toEqual(Object.keys(buyer!.properties!).sort())
})
