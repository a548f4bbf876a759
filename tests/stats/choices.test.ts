import { describe, expect, test } from 'vitest'
import {
  filterMember,
  filterOf,
  hiddenMember,
  hiddenOf,
  sortMember,
  sortOf,
  tabOf,
  withMembers,
} from '../../src/stats/address/address.ts'
import { instants } from '../../src/operator/days/days.ts'
import {
  dropPath,
  storePath,
  storeRange,
  storeTab,
  storeWidths,
  storedPath,
  storedRange,
  storedTab,
  storedWidths,
  type BrowserStorage,
} from '../../src/operator/browser/preferences.ts'
import { choosePath } from '../../src/stats/address/path.ts'
import { askedRange, chooseRange, rangeMembers } from '../../src/stats/address/range.ts'
import { openedTitle } from '../../src/stats/drilldown/useFigure.ts'
import { TABS } from '../../src/stats/tables/tables.ts'

const NOW = Date.parse('2026-11-20T17:00:00Z')
const HOUR_MS = 60 * 60 * 1000

describe('the range', () => {
  const kept = { from: '2026-11-01', to: '2026-11-05' }
  const choose = (address: string, remembered: typeof kept | null = null) =>
    chooseRange(askedRange(new URLSearchParams(address), NOW), remembered, NOW)

  test('comes from the address, or else from the browser’s storage, or else from the default', () => {
    expect(choose('from=2026-10-01&to=2026-10-02', kept)).toEqual({
      range: { from: '2026-10-01', to: '2026-10-02' },
    })
    expect(choose('', kept)).toEqual({ range: kept })
    expect(choose('')).toEqual({ range: { from: '2026-11-13', to: '2026-11-20' } })
  })

  test('that’s the default has a name in the address, and moves with the days', () => {
    const members = (address: string, range: typeof kept) =>
      rangeMembers(new URLSearchParams(address), range, NOW)
    const byDefault = { from: '2026-11-13', to: '2026-11-20' }
    const named = { from: '7-days-ago', to: null }
    expect(members('', byDefault)).toEqual(named)
    expect(members('from=7-days-ago', byDefault)).toEqual(named)
    expect(members('from=2026-11-13&to=2026-11-20', byDefault)).toEqual(byDefault)
    expect(members('', kept)).toEqual(kept)
    expect(choose('from=7-days-ago', kept)).toEqual({ range: byDefault })
    expect(choose('from=7-days-ago&to=2026-11-15')).toEqual({
      range: { from: '2026-11-13', to: '2026-11-15' },
    })
  })

  test('without To ends today', () => {
    const untilToday = { range: { from: '2026-11-18', to: '2026-11-20' } }
    expect(choose('from=2026-11-18')).toEqual(untilToday)
  })

  test('begins on the first possible day at the earliest', () => {
    expect(choose('from=0001-01-01&to=2026-11-10')).toEqual({
      range: { from: '1970-01-01', to: '2026-11-10' },
    })
    const first = { from: '1970-01-01', to: '1970-01-01' }
    expect(choose('from=1066-10-14&to=1066-12-25')).toEqual({ range: first })
    expect(instants(first).from).toBeGreaterThan(0)
  })

  test.each([
    ['to=2026-11-10', 'To cannot be provided without From.'],
    ['from=2026-02-30&to=2026-11-10', '“2026-02-30” isn’t a date'],
    ['from=yesterday', '“yesterday” isn’t a date'],
    ['from=2026-11-10&to=2026-11-1', '“2026-11-1” isn’t a date'],
    ['from=&to=2026-11-10', 'To cannot be provided without From.'],
    ['from=2026-11-11&to=2026-11-10', 'From must be before To.'],
    ['from=2026-11-21', 'From is in the future: 21 Nov, 2026. Today is 20 Nov, 2026 in New York.'],
    [
      'from=2027-01-05&to=2027-01-01',
      'From is in the future: 05 Jan, 2027. Today is 20 Nov, 2026 in New York.',
    ],
    [
      'from=2026-11-18&to=2026-12-31',
      'To is in the future: 31 Dec, 2026. Today is 20 Nov, 2026 in New York.',
    ],
  ])('%s matches "%s"', (address, alert) => {
    expect(choose(address)).toEqual({ alert })
  })

  test('can be a single day', () => {
    expect(choose('from=2026-11-10&to=2026-11-10')).toEqual({
      range: { from: '2026-11-10', to: '2026-11-10' },
    })
  })
})

describe('the browser’s storage', () => {
  test('keeps path and tab until they’re changed', () => {
    const storage = emptyStorage()
    expect([storedPath(storage), storedTab(storage)]).toEqual([null, null])
    storePath(storage, 'found-money')
    storeTab(storage, 'Sales')
    expect([storedPath(storage), storedTab(storage)]).toEqual(['found-money', 'Sales'])
    dropPath(storage)
    expect(storedPath(storage)).toBeNull()
  })

  test('keeps a range for 4 hours', () => {
    const storage = emptyStorage()
    const range = { from: '2026-11-01', to: '2026-11-05' }
    storeRange(storage, range, NOW)
    expect(storedRange(storage, NOW + 4 * HOUR_MS - 1)).toEqual(range)
    expect(storedRange(storage, NOW + 4 * HOUR_MS)).toBeNull()
  })

  test.each([
    ['{"from":"2026-11-05","to":"2026-11-01","expiry":9e15}', 'a range that ends before it begins'],
    ['{"from":"2026-11-05","to":"yesterday","expiry":9e15}', 'an end that is no day'],
    ['{"from":"2026-11-01","to":"2026-11-05"}', 'no expiry'],
    ['{"from"', 'half a document'],
    ['null', 'nothing'],
  ])('%s isn’t a stored range: %s', (text) => {
    const storage = emptyStorage()
    storage.setItem('calendarData', text)
    expect(storedRange(storage, NOW)).toBeNull()
  })

  test('keeps column widths, except invalid ones and those that would hide a column', () => {
    const storage = emptyStorage()
    storeWidths(storage, 'sale-by-offer', { Offer: 180, Revenue: 60 })
    expect(storedWidths(storage, 'sale-by-offer')).toEqual({ Offer: 180, Revenue: 60 })
    storage.setItem(
      'widths:sale-by-offer',
      '{"Offer":180,"Revenue":59,"EPR":8001,"Total":"wide","Path":null}',
    )
    expect(storedWidths(storage, 'sale-by-offer')).toEqual({ Offer: 180 })
    storeWidths(storage, 'sale-by-offer', {})
    expect(storage.getItem('widths:sale-by-offer')).toBeNull()
  })
})

describe('the path', () => {
  const paths = ['class-action-finder', 'found-money', 'leadloom']

  test.each([
    [{ asked: 'found-money', stored: 'class-action-finder' }, 'found-money'],
    [{ asked: null, stored: 'found-money' }, 'found-money'],
    [{ asked: 'gone', stored: 'found-money' }, null],
    [{ asked: null, stored: 'gone' }, 'leadloom'],
    [{ asked: null, stored: null }, 'leadloom'],
  ])('of %o is %s', ({ asked, stored }, path) => {
    expect(choosePath(paths, { asked, stored, product: 'Leadloom' })).toBe(path)
  })

  test('is the first if none is named like the product, and none if there are none', () => {
    const nothing = { asked: null, stored: 'leadloom', product: 'Other' }
    expect(choosePath(['b', 'a'], nothing)).toBe('b')
    expect(choosePath([], nothing)).toBeNull()
  })
})

describe('the address', () => {
  const [, , sales] = TABS
  const [, byOffer] = sales.tables

  test('names the tab', () => {
    expect(tabOf('visits')?.name).toBe('Visits')
    expect([tabOf('Visits'), tabOf('elsewhere'), tabOf(undefined)]).toEqual([null, null, null])
  })

  test('has one filter per table, whatever is searched', () => {
    const filter = { key: 'offer_name', search: 'a:b&c=d, $1' }
    const address = withMembers(new URLSearchParams('path=x'), filterMember(byOffer, filter))
    expect(filterOf(new URLSearchParams(address.toString()), byOffer)).toEqual(filter)
    expect(filterOf(address, sales.tables[0])).toBeNull()
    expect(withMembers(address, filterMember(byOffer, null)).toString()).toBe('path=x')
  })

  test('has the order of a table and its hidden columns, except the first', () => {
    const address = withMembers(new URLSearchParams(), {
      ...sortMember(byOffer, { id: 'revenue', descending: true }),
      ...hiddenMember(byOffer, ['offer_name', 'total']),
    })
    expect(address.toString()).toBe('sale-by-offer.sort=revenue%3Adesc&sale-by-offer.hide=offer_name%7Ctotal')
    expect(sortOf(address, byOffer)).toEqual({ id: 'revenue', descending: true })
    expect(hiddenOf(address, byOffer)).toEqual(['total'])
    expect(sortOf(new URLSearchParams('sale-by-offer.sort=secret:asc'), byOffer)).toBeNull()
    expect(sortOf(new URLSearchParams('sale-by-offer.sort=revenue:up'), byOffer)).toBeNull()
    expect([sortOf(new URLSearchParams(), byOffer), hiddenOf(new URLSearchParams(), byOffer)]).toEqual([
      null,
      [],
    ])
  })

  test('can name columns by their titles, as addresses once did', () => {
    const address = new URLSearchParams('sale-by-offer.sort=Total sales:asc&sale-by-offer.hide=Revenue')
    expect(sortOf(address, byOffer)).toEqual({ id: 'total', descending: false })
    expect(hiddenOf(address, byOffer)).toEqual(['revenue'])
    expect(openedTitle({ report: 'sale-by-offer', column: 'Revenue', words: {} })).toBe('Revenue')
    expect(openedTitle({ report: 'trend', column: 'Visits', words: {} })).toBe('Visits')
  })

  test.each(['aff_id:1', 'constructor:1', ':1', ''])('%s isn’t a filter of sales by offer', (text) => {
    expect(filterOf(new URLSearchParams({ 'sale-by-offer': text }), byOffer)).toBeNull()
  })
})

function emptyStorage(): BrowserStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  }
}
