import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownSum } from '../../src/desk/parts/knownSum.ts'
import { opens } from '../../src/stats/drilldown/drilldowns.ts'
import type { DrilldownPart } from '../../src/stats/tables/parts.ts'
import { show, versionParts } from '../../src/operator/table/cells.ts'
import type { Cell, Format } from '../../src/rows/row.ts'
import { totalOf, valueOf } from '../../src/rows/figures.ts'
import { matching, plainText } from '../../src/rows/matching.ts'
import { inOrderOf, sorted } from '../../src/rows/sorting.ts'
import { TABS, type Table } from '../../src/stats/tables/tables.ts'

const [analytics, visits] = TABS
const [epr, ecpm] = analytics.tables

describe('a cell shows', () => {
  test.each<[Cell, Format, string]>([
    [1234567, 'count', '1,234,567'],
    [1234567, 'id', '1234567'],
    [123456, 'cents', '$1,234.56'],
    [-1250, 'cents', '-$12.50'],
    [8123.456, 'cents', '$81.23'],
    [-0.4, 'cents', '$0.00'],
    [1.005, 'dollars', '$1.01'],
    [12.345, 'percent', '12.35%'],
    [1.3719, 'average', '1.37'],
    [null, 'dollars', '–'],
    ['', 'word', '(none)'],
    ['solar', 'word', 'solar'],
  ])('%s as %s: %s', (value, format, text) => {
    expect(show(value, format)).toBe(text)
  })

  test('a version with when it went live, and when it ended', () => {
    const row = {
      version_id: 12,
      activation_date: Date.parse('2026-11-03T19:05:00Z'),
      deactivation_date: null,
    }
    expect(versionParts(row)).toEqual(['12 - Nov 03, 2026, 14:05 EST'])
    expect(versionParts({ ...row, deactivation_date: Date.parse('2026-11-10T14:00:00Z') }).join(' ')).toBe(
      '12 - Nov 03, 2026, 14:05 EST - Nov 10, 2026, 09:00 EST',
    )
  })
})

test.each([
  [[], null],
  [[null, null], null],
  [[null, 5, -2], 3],
  [[0, null], 0],
])('of %j the known sum is %j', (parts, sum) => {
  expect(knownSum(parts)).toBe(sum)
})

describe('sorted by a column', () => {
  const urls = (rows: readonly { url?: Cell }[]) => rows.map(({ url }) => url)
  const rows = ['solar', '$1,000', 20, '', 'Auto', '3', '1e5', -5, 'auto', null].map((url) => ({ url }))

  test('numbers come first, despite commas and dollar signs, then words, then empty cells', () => {
    const order = [-5, '3', 20, '$1,000', '1e5', 'auto', 'Auto', 'solar']
    expect(urls(sorted(epr, rows, { id: 'url', descending: false }))).toEqual([...order, '', null])
    expect(urls(sorted(epr, rows, { id: 'url', descending: true }))).toEqual([
      ...order.toReversed(),
      '',
      null,
    ])
    expect(sorted(epr, rows, null)).toBe(rows)
  })

  test('words are sorted by the collator, whatever their characters', () => {
    const collator = new Intl.Collator('en-US')
    const texts = fc.array(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a-b', 'a_b', 'A b', 'ab', 'É', 'e', 'aB')),
    )
    const isWord = (text: string) => !/^[\s$,]*-?[\d.,$]+\s*$/.test(text)
    fc.assert(
      fc.property(texts, (given) => {
        const urls = given.filter(isWord)
        const inOrder = sorted(
          epr,
          urls.map((url) => ({ url })),
          { id: 'url', descending: false },
        )
        expect(inOrder.map(({ url }) => url)).toEqual(urls.toSorted(collator.compare))
      }),
    )
  })

  test('a missing ratio comes last in both directions, and equal rows keep their order', () => {
    const counted = [
      { url: 'a', EPR: 2 },
      { url: 'b', EPR: null },
      { url: 'c', EPR: 10 },
      { url: 'd', EPR: 2 },
    ]
    expect(urls(sorted(epr, counted, { id: 'EPR', descending: false }))).toEqual(['a', 'd', 'c', 'b'])
    expect(urls(sorted(epr, counted, { id: 'EPR', descending: true }))).toEqual(['c', 'a', 'd', 'b'])
  })

  test('refreshed rows keep their places, and new ones come after them', () => {
    const before = [
      { version_id: 2, url: 'b', visits: 9 },
      { version_id: 1, url: 'a', visits: 5 },
    ]
    const latest = [
      { version_id: 1, url: 'a', visits: 50 },
      { version_id: 1, url: 'c', visits: 70 },
      { version_id: 2, url: 'b', visits: 9 },
    ]
    expect(inOrderOf(before, latest, epr)).toEqual([latest[2], latest[0], latest[1]])
  })
})

test('a figure for another program is the same as on the screen, without its symbols', () => {
  const formats = ['count', 'average', 'cents', 'dollars', 'percent', 'seconds'] as const
  const value = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }),
    fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  )
  fc.assert(
    fc.property(value, fc.constantFrom(...formats), (number, format) => {
      expect(plainText(number, format)).toBe(show(number, format).replaceAll(/[$,%]/g, ''))
    }),
    {
      examples: [
        [1.005, 'dollars'],
        [-0.004, 'dollars'],
        [-100.5, 'cents'],
        [1e-9, 'percent'],
      ],
    },
  )
})

test.each<[string, DrilldownPart[] | undefined, Cell, boolean]>([
  ['visits', ['visit'], 3, true],
  ['no visits', ['visit'], 0, false],
  ['sales that returns even out', ['sale'], 0, true],
  ['a rate of nothing out of something', ['registration', 'page_visit'], 0, true],
  ['a rate that cannot be computed', ['registration', 'page_visit'], null, false],
  ['what counts nothing', undefined, 3, false],
])('%s open their rows: %j %j: %j', (_, drilldown, value, isOpened) => {
  expect(opens(drilldown ? { drilldown } : {}, value)).toBe(isOpened)
})

describe('the totals strip', () => {
  const rows = [
    { url: 'a', visits: 100, revenue: 5000, EPR: 0.5 },
    { url: 'b', visits: 300, revenue: 45000, EPR: 1.5 },
    { url: 'c', visits: 0, revenue: 0, EPR: null },
  ]
  const totals = (table: Table, of: typeof rows) => table.columns.map((column) => totalOf(column, of))

  test('sums counts and money, and computes ratios from the sums', () => {
    expect(totals(epr, rows)).toEqual([null, null, 400, 50000, 1.25])
  })

  test('has no ratio without visits', () => {
    expect(totals(epr, rows.slice(2))).toEqual([null, null, 0, 0, null])
  })

  test('ECPM is dollars per thousand impressions', () => {
    const shown = [
      { impressions: 200, revenue: 900 },
      { impressions: 300, revenue: 600 },
    ]
    const column = ecpm.columns.find(({ title }) => title === 'ECPM')
    expect(column && totalOf(column, shown)).toBe(30)
    // Revenue of sales whose impressions were before the range says nothing about those in it.
    expect(column && totalOf(column, [...shown, { impressions: 0, revenue: 99_900 }])).toBe(30)
    expect(column && totalOf(column, [{ impressions: 0, revenue: 99_900 }])).toBeNull()
  })

  test('the registration rate is registrations per page visit, in rows and in the total', () => {
    const rate = visits.tables[0].columns.find(({ title }) => title === 'Registration rate')
    const counted = [
      { page_visits: 8, filled_basic_data: 1 },
      { page_visits: 0, filled_basic_data: 0 },
      { page_visits: 12, filled_basic_data: 4 },
    ]
    expect(rate && counted.map((row) => valueOf(rate, row))).toEqual([12.5, null, (4 / 12) * 100])
    expect(rate && totalOf(rate, counted)).toBe(25)
  })
})

describe('a filter', () => {
  const rows = [
    { version_id: 12, url: 'Class-action', visits: 1234, revenue: 123456, EPR: 1.0004 },
    { version_id: 2, url: 'found-money', visits: 20, revenue: 200, EPR: 0.1 },
    { version_id: 31, url: '', visits: 0, revenue: 0, EPR: null },
  ]
  test.each([
    ['url', 'ACTION', [12]],
    ['url', 'none', []],
    ['version_id', '2', [12, 2]],
    ['visits', '1,23', [12]],
    ['visits', '123', [12]],
    ['revenue', '$1,234.5', [12]],
    ['revenue', '1234.56', [12]],
    ['epr', '1', [12, 2]],
    ['epr', '–', []],
    ['url', '  ', [12, 2, 31]],
    ['nothing', 'a', [12, 2, 31]],
  ])('%s containing "%s" keeps the versions %j', (key, search, versions) => {
    expect(matching(epr, rows, { key, search }).map((row) => row.version_id)).toEqual(versions)
  })

  test('that’s empty keeps every row', () => {
    expect(matching(epr, rows, null)).toBe(rows)
  })
})

test('titles, columns, and filter keys are those of the specification, followed by ours', () => {
  const outline = TABS.flatMap(({ name, tables }) =>
    tables.map(({ title, columns, filterKeys }) =>
      [
        name,
        title,
        columns.map((column) => column.title).join(', '),
        Object.keys(filterKeys).join(', '),
      ].join(' | '),
    ),
  )
  expect(outline).toEqual([
    'Analytics | EPR - Visits + Revenue per path | Version, Path, Visits, Revenue, EPR | version_id, url, visits, revenue, epr',
    'Analytics | ECPM - Impressions + Revenue per offer | Version, Offer, Path, Impressions, Revenue, ECPM | version_id, path_name, offer, url, visits, revenue, ecpm',
    'Analytics | Visits + revenue / language | Path, Language, Visits, Registration, Total sales, Revenue, EPR | url, language, visits, filled_basic_data, total, revenue, epr',
    'Analytics | Consent certificates / path | Path, Registration, TrustedForm, TrustedForm rate, Jornaya, Jornaya rate, Both rate | url, filled_basic_data, trustedform_cert_url, jornaya_lead_id',
    'Visits | Page visits / affiliate | Affiliate, Page visits, Registration, Registration rate | aff_id, page_visits, filled_basic_data',
    'Visits | Page visits / affiliate + sub1 + sub2 + sub3 | Affiliate, Sub1, Sub2, Sub3, Page visits, Registration, Registration rate | aff_id, sub1, sub2, sub3, page_visits, filled_basic_data',
    'Visits | Drop-off / step | Version, Offer, Step, Shown, Continued, Left, Drop-off rate, Median time, s | version_id, offer, step, shown, answered, left',
    'Sales | Sales + revenue / affiliate | Offer, Affiliate, Total sales, Gross, Returned, Revenue | offer_name, aff_id, total, revenue, gross, returned',
    'Sales | Sales + revenue / offer | Offer, Total sales, Gross, Returned, Revenue | offer_name, total, revenue, gross, returned',
    'Sales | Sales + revenue / affiliate + sub1 + offer | Offer, Affiliate, Sub1, Total sales, Gross, Returned, Revenue | offer_name, aff_id, sub1, total, revenue, gross, returned',
    'Profit | Profit / affiliate | Affiliate, Page visits, Registration, Total sales, Gross, Returned, Net, Payout, Cost, Profit, ROI, EPC, Margin | aff_id, page_visits, total, revenue, payout, cost, profit',
    'Profit | Profit / affiliate + sub1 | Affiliate, Sub1, Page visits, Registration, Total sales, Gross, Returned, Net, Payout, Cost, Profit, ROI, EPC, Margin | aff_id, sub1, page_visits, total, revenue, payout, cost, profit',
    'Profit | Profit / version | Version, Visits, Total sales, Gross, Returned, Net, Payout, Cost, Profit, ROI, EPC, Margin | version_id, visits, total, revenue, payout, cost, profit',
    'Profit | Profit / offer | Offer, Impressions, Total sales, Gross, Returned, Net, Payout, Cost, Profit, ROI, Margin | offer_name, impressions, total, revenue, payout, cost, profit',
    'Profit | Profit / buyer | Buyer, Total sales, Gross, Returned, Net, Payout, Cost, Profit, ROI, Margin | buyer, total, revenue, payout, cost, profit',
  ])
})
