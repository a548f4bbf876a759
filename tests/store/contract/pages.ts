import { describe, expect, test } from 'vitest'
import { LONG_REPORTS, type LongReport } from '../../../schemas/reports/longReports.ts'
import type { PageAsked } from '../../../schemas/reports/reportPages.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { play, session, uuidOf, type History } from '../history.ts'

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const range = { path: 'leadloom', from: NOON - 86_400_000, to: NOON + 86_400_000 }
const WORDS = ['86', '104', '9', '', 'b', 'A', 'é', '$1,000', '-3']

/** Sixty visitors with different kinds of words, some of whom register or are sold. */
const history: History = {
  versions: [{ path: 'leadloom', at: 1000 }],
  sessions: Array.from({ length: 60 }, (_, i) => ({
    path: 'leadloom',
    version: 1,
    aff_id: WORDS[i % 9]!,
    sub1: WORDS[(i >> 2) % 9]!,
    sub2: WORDS[(i >> 1) % 9]!,
    sub3: i % 2 === 0 ? '' : 'x',
    at: NOON,
    events: i % 3 === 0 ? [{ kind: 'registration' as const, at: NOON }] : [],
    sales: i % 4 === 0 ? [{ offer: i % 8 === 0 ? 'mva' : 'wc', cents: i * 1111, at: NOON }] : [],
  })),
}

export function pageContract(open: OpenStore): void {
  describe('pages of long reports', () => {
    const ask = (store: Store, name: LongReport, more: Partial<PageAsked> = {}) =>
      store.reportPage(name, range, {
        offset: 0,
        limit: 5000,
        sort: null,
        filter: null,
        words: {},
        snapshot: null,
        ...more,
      })

    test('add up to the rows of the report, with their sums', async () => {
      const store = await open('pages-whole')
      await play(store, history)
      for (const name of Object.keys(LONG_REPORTS) as LongReport[]) {
        const whole = (await store.report(name, range)) as Record<string, string | number>[]
        const pages = []
        for (let offset = 0; offset < whole.length; offset += 7) {
          const { data, page } = await ask(store, name, { offset, limit: 7 })
          pages.push(...data)
          expect(page).toMatchObject({ rows: whole.length, matching: whole.length })
        }
        expect(pages).toEqual(whole)
        const { page, data } = await ask(store, name, { offset: whole.length })
        expect(data).toEqual([])
        for (const [sum, total] of Object.entries(page.totals))
          expect(total).toBe(whole.reduce((all, row) => all + Number(row[sum]), 0))
        expect(page.matching_totals).toEqual(page.totals)
      }
    })

    test('are sorted as numbers if cells are numbers, with empty ones last in both directions', async () => {
      const store = await open('pages-order')
      await play(store, history)
      const orderOf = async (descending: boolean) => {
        const { data } = await ask(store, 'visits-by-affiliate-and-subs', {
          sort: { id: 'aff_id', descending },
        })
        return [...new Set(data.map(({ aff_id }) => aff_id))]
      }
      expect(await orderOf(false)).toEqual(['-3', '9', '86', '104', '$1,000', 'A', 'b', 'é', ''])
      expect(await orderOf(true)).toEqual(['é', 'b', 'A', '$1,000', '104', '86', '9', '-3', ''])
      const { data } = await ask(store, 'visits-by-affiliate-and-subs', {
        sort: { id: 'registration_rate', descending: true },
      })
      const rates = data.map((row) => Number(row['filled_basic_data']) / Number(row['page_visits']))
      expect(rates).toEqual(rates.toSorted((a, b) => b - a))
      expect(rates[0]).toBeGreaterThan(rates.at(-1)!)
    })

    test('contain what was searched, as shown, and no row with an empty cell', async () => {
      const store = await open('pages-search')
      await play(store, history)
      const found = async (name: LongReport, key: string, search: string) => {
        const { page } = await ask(store, name, { filter: { key, search }, limit: 3 })
        const { data: all } = await ask(store, name, { filter: { key, search } })
        expect(page.matching).toBe(all.length)
        for (const [sum, total] of Object.entries(page.matching_totals))
          expect(total).toBe(all.reduce((sums, row) => sums + Number(row[sum]), 0))
        return [...new Set(all.map((row) => row[key]))]
      }
      const visits = 'visits-by-affiliate-and-subs'
      expect(await found(visits, 'aff_id', '8')).toEqual(['86'])
      expect(await found(visits, 'aff_id', 'É')).toEqual(['é'])
      expect(await found(visits, 'sub3', 'x')).toEqual(['x'])
      expect(await found(visits, 'sub3', 'y')).toEqual([])
      expect(await found(visits, 'page_visits', '1')).toEqual([1])
      expect(await found('sale-by-aff-sub-offer', 'revenue', '$44.44')).toEqual([4444])
      expect(await found('sale-by-aff-sub-offer', 'revenue', '1,333.20')).toEqual([])
      expect(await found('sale-by-aff-sub-offer', 'offer_name', 'WC')).toEqual(['wc'])
    })

    test('of exact words contain exactly their rows', async () => {
      const store = await open('pages-words')
      await play(store, history)
      const words = { aff_id: '', sub3: 'x' }
      const { data } = await ask(store, 'visits-by-affiliate-and-subs', { words })
      expect(data.length).toBeGreaterThan(1)
      expect(data.every(({ aff_id, sub3 }) => aff_id === '' && sub3 === 'x')).toBe(true)
    })

    test('continue the rows of the previous page, or start with the newest if none is named', async () => {
      const store = await open('pages-snapshot')
      await play(store, history)
      const before = await ask(store, 'visits-by-affiliate-and-subs', { limit: 1 })
      const { snapshot, rows } = before.page
      await store.openSession(session({ uuid: uuidOf(999), aff_id: 'new', at: NOON }))
      const after = await ask(store, 'visits-by-affiliate-and-subs', { snapshot })
      expect(after.data.map(({ aff_id }) => aff_id)).not.toContain('new')
      expect(after.page).toEqual(before.page)
      const newest = await ask(store, 'visits-by-affiliate-and-subs')
      expect(newest.page.rows).toBe(rows + 1)
      expect(newest.page.snapshot).not.toBe(snapshot)
      // Those snapshots are gone, so the newest is shown again.
      expect((await ask(store, 'visits-by-affiliate-and-subs', { snapshot })).page).toEqual(newest.page)
    })
  })
}
