import { expect, test } from 'vitest'
import type { Row } from '../../src/rows/row.ts'
import { matching } from '../../src/rows/matching.ts'
import { withOfferLabels } from '../../src/rows/offerLabels.ts'
import { csvOf, sheetOf } from '../../src/stats/report/sheet.ts'
import { sorted } from '../../src/rows/sorting.ts'
import { TABLES, withMoneyFirst } from '../../src/stats/tables/tables.ts'

const NAMES = [
  { path: 'leadloom', offer: 'mva', name: 'Auto accident' },
  { path: 'leadloom', offer: 'wc', name: 'Workers' },
  { path: 'found-money', offer: 'mva', name: 'Car crash' },
]
const BY_OFFER = TABLES.find(({ report }) => report === 'sale-by-offer')!
const ROWS: Row[] = ['wc', 'mva', 'gone'].map((offer_name) => ({ offer_name, total: 1, revenue: 100 }))

test('shows an offer by its name and key, or only by its key if no flow names it', () => {
  const labels = withOfferLabels(ROWS, NAMES, 'leadloom').map((row) => row['offer_label'])
  expect(labels).toEqual(['Workers (wc)', 'Auto accident (mva)', 'gone'])
})

test('names a row’s offer as the row’s path does', () => {
  const rows: Row[] = ['leadloom', 'found-money'].map((url) => ({ offer: 'mva', url }))
  expect(withOfferLabels(rows, NAMES).map((row) => row['offer_label'])).toEqual([
    'Auto accident (mva)',
    'Car crash (mva)',
  ])
})

test('leaves rows without an offer as they are', () => {
  expect(withOfferLabels([{ aff_id: '86' }], NAMES, 'leadloom')).toEqual([{ aff_id: '86' }])
})

test.each(['accident', 'MVA', 'accident (m'])('finds an offer by %s', (search) => {
  const found = matching(BY_OFFER, withOfferLabels(ROWS, NAMES, 'leadloom'), { key: 'offer_name', search })
  expect(found.map((row) => row['offer_name'])).toEqual(['mva'])
})

test('sorts and exports offers as they are shown', async () => {
  const rows = sorted(BY_OFFER, withOfferLabels(ROWS, NAMES, 'leadloom'), {
    id: 'offer_name',
    descending: false,
  })
  const csv = await (await csvOf(sheetOf(BY_OFFER.columns, rows))).text()
  expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'Offer',
    'Auto accident (mva)',
    'gone',
    'Workers (wc)',
    'Total',
    '',
  ])
})

test('puts the revenue of every table next to its first column on a phone', () => {
  const titles = TABLES.map((table) => withMoneyFirst(table).columns.map(({ title }) => title))
  const withRevenue = titles.filter((all) => all.includes('Revenue'))
  expect(withRevenue).toHaveLength(6)
  for (const all of withRevenue) expect(all[1]).toBe('Revenue')
  expect(titles.map((all) => all.length)).toEqual(TABLES.map(({ columns }) => columns.length))
})
