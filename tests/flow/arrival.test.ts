import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { OpenSession } from '../../schemas/visitor/sessions.ts'
import {
  arrivalOf,
  isNewClick,
  firstSegment,
  QUERY_LENGTH,
  soldAddress,
  withAdded,
} from '../../src/flow/arrival.ts'

const scripts = { everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' } }

test.each([
  ['the same address', { sub1: 'a' }, { sub1: 'a' }, false],
  ['an address that says less', { sub1: 'a' }, {}, false],
  ['another parameter', {}, { sub1: 'a' }, true],
  ['another value', { sub1: 'a' }, { sub1: 'b' }, true],
  ['what the page added itself', { sub1: 'a' }, { sub1: 'a', oid: '7', affid: '86' }, false],
  ['another affiliate than the one that was added', {}, { oid: '7', affid: '99' }, true],
  ['what the page added in the place of nothing', { affid: '' }, { oid: '7', affid: '86' }, false],
  ['the default affiliate after another one', { affid: '99' }, { oid: '7', affid: '86' }, true],
  ['its affiliate, added under the other name', { aff_id: '99' }, { aff_id: '99', affid: '99' }, false],
  ['the default affiliate in the place of one by the other name', { aff_id: '99' }, { affid: '86' }, true],
  ['a parameter without a value', {}, { gclid: '' }, false],
  ['a parameter without a value in the place of one', { gclid: 'a' }, { gclid: '' }, false],
])('%s: a visitor starts over or continues', (_, query, now, isNew) => {
  expect(isNewClick([query], now, scripts)).toBe(isNew)
})

test('an earlier click isn’t a new one, but a mixture of two is', () => {
  const known = [{ gclid: 'a', sub1: 'x' }, { gclid: 'b' }]
  expect(known.map((query) => isNewClick(known, query, scripts))).toEqual([false, false])
  expect(isNewClick(known, { gclid: 'b', sub1: 'x' }, scripts)).toBe(true)
})

const many = (count: number, value: string) =>
  Array.from({ length: count }, (_, n): [string, string] => [`p${n}`, value])

test.each([
  ['parameters', 60, many(70, 'v')],
  ['characters in a value', 1, [['gclid', 'v'.repeat(2001)]]],
  ['characters in a name', 1, [['n'.repeat(101), 'v']]],
  ['characters in all', 8, many(20, 'v'.repeat(2000))],
  ['characters in a value, the last of two halves', 1, [['gclid', `${'v'.repeat(1999)}😀`]]],
] as [string, number, [string, string][]][])(
  'of an address with too many %s a session holds what it may',
  (_, count, parameters) => {
    const address = `https://claims.example/${'x'.repeat(5000)}`
    const arrival = arrivalOf({ page_url: address, referrer: address, parameters })
    const entries = Object.entries(arrival.query)
    expect(entries.length).toBe(count)
    expect(entries.flat().join('').length).toBeLessThanOrEqual(QUERY_LENGTH)
    expect(entries.flat().filter((text) => !text.isWellFormed())).toEqual([])
    expect([...Value.Errors(OpenSession, { path: 'small', ...arrival })]).toEqual([])
  },
)

test('keeps the parameters that say how a visitor came, wherever they are among 300', () => {
  const parameters: [string, string][] = [...many(150, 'v'), ['affid', '86'], ['utm_source', 'news']]
  parameters.splice(1, 0, ...many(148, 'w').map(([name, value]): [string, string] => [`q${name}`, value]))
  const { query } = arrivalOf({ page_url: '', referrer: '', parameters })
  expect(query).toMatchObject({ affid: '86', utm_source: 'news' })
  expect(Object.keys(query)).toHaveLength(60)
})

test('ignores parameters that we add to an address', () => {
  const parameters = new URLSearchParams('lang=es&in-frame=reload&sub1=a')
  expect(arrivalOf({ page_url: '', referrer: '', parameters }).query).toEqual({ sub1: 'a' })
})

test.each([
  [
    'https://a.example/x?affid=86&email=ann%40x.example&utm_source=a%20b#top',
    'https://a.example/x?affid=86&utm_source=a+b',
  ],
  ['https://a.example/x?name=Ann', 'https://a.example/x'],
  [
    'https://a.example/x?fbclid=A&gclid=B&msclkid=C&ttclid=D',
    'https://a.example/x?fbclid=A&gclid=B&msclkid=C&ttclid=D',
  ],
  ['https://a.example/x?affid=8?6&name=Ann?', 'https://a.example/x?affid=8%3F6'],
  ['https://a.example/', 'https://a.example/'],
  ['', ''],
])('a buyer gets %s as %s', (page_url, sold) => {
  expect(soldAddress(page_url)).toBe(sold)
})

test('a buyer gets every parameter that says how a visitor came, and none that only looks similar', () => {
  const known = [
    'affid',
    'aff_id',
    'oid',
    'wc',
    'sub1',
    'sub9',
    'sub10',
    'adv1',
    'adv9',
    'adv10',
    'aff_sub',
    'aff_sub1',
    'aff_sub5',
    'source_id',
    'creative_id',
    'coupon_code',
    'fbclid',
    'gclid',
    'dclid',
    'ttclid',
    'msclkid',
    'li_fat_id',
    'gbraid',
    'wbraid',
    'sccid',
    '_ef_transaction_id',
    'utm_source',
    `utm_${'x'.repeat(40)}`,
  ]
  const others = [
    'myaffid',
    'affid2',
    'email_wc',
    'wcemail',
    'sub',
    'sub0',
    'sub11',
    'adv',
    'adv0',
    'adv11',
    'aff_sub0',
    'aff_sub6',
    'aff_sub12',
    'xclid',
    'utm_',
    `utm_${'x'.repeat(41)}`,
    'utm_e-mail',
    'AFFID',
  ]
  const address = (names: readonly string[]) =>
    `https://a.example/x?${names.map((name) => `${name}=1`).join('&')}`
  expect(soldAddress(address([...others, ...known]))).toBe(address(known))
})

test('the last value of a repeated parameter counts', () => {
  const parameters = new URLSearchParams('sub1=a&sub2=b&sub1=c')
  expect(arrivalOf({ page_url: '', referrer: '', parameters }).query).toEqual({ sub1: 'c', sub2: 'b' })
})

test.each([
  [{}, { oid: '7', affid: '86' }],
  [
    { affid: '', sub1: '' },
    { oid: '7', affid: '86' },
  ],
  [
    { affid: '104', sub1: 'a' },
    { oid: '7', affid: '104', sub1: 'a' },
  ],
  [
    { affid: '104', aff_id: '99' },
    { oid: '7', affid: '104', aff_id: '99' },
  ],
])('the address %j is completed to %j', (query, completed) => {
  const everflow = { tracking_domain: 'clicks.example', oid: '7', affid: '86' }
  expect(withAdded(query, { everflow })).toEqual(completed)
  expect(withAdded(query, {})).toEqual(
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
  )
})

test('an affiliate named only by aff_id in the address replaces the flow’s', () => {
  expect(withAdded({ aff_id: '99' }, scripts)).toEqual({ oid: '7', affid: '99', aff_id: '99' })
  expect(withAdded({ aff_id: '99', affid: '' }, {})).toEqual({ affid: '99', aff_id: '99' })
})

test.each([
  ['/', ''],
  ['/yardstick', 'yardstick'],
  ['/yardstick/anything?path=/other', 'yardstick'],
  ['/?path=/other', ''],
  ['//', ''],
  ['/a%20b#/c', 'a b'],
  ['/%zz', '%zz'],
])('the first segment of %s is %j', (address, segment) => {
  expect(firstSegment(address)).toBe(segment)
})
