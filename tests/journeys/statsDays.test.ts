import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import { IN_FULL } from '../inFull.ts'
import type { ReportRow } from '../../schemas/reports/reports.ts'
import { seed } from '../../src/cli/seed/seedSite.ts'
import { instants } from '../../src/operator/days/days.ts'
import { openBrowser } from './chromium.ts'
import { openStats, rows, serveStats, settled, type Stats } from './operator.ts'

/** Tests the days of the clock change. The screen, both files and the API show the same, to the cent. */

const PATH = 'class-action-finder'
const { $schema: _, ...FLOW } = JSON.parse(
  readFileSync(new URL(`../../fixtures/sites/${PATH}/flow.json`, import.meta.url), 'utf8'),
)
const DAYS = [
  { day: '2026-11-01', hours: 25 },
  { day: '2026-03-08', hours: 23 },
]
const REPORT = 'sale-by-aff-sub-offer'
const CARD = 'Sales + revenue / affiliate + sub1 + offer'

let browser: Browser
let site: Stats

beforeAll(async () => {
  ;[browser, site] = await Promise.all([
    openBrowser(),
    serveStats(async (store) => {
      await store.publish({ path: PATH, flow: FLOW, style: '', validators: '', icons: {}, at: 0 })
      for (const { day } of DAYS) {
        const { to } = instants({ from: day, to: day })
        await seed(store, { sessions: 400, days: 2, seed: Date.parse(day) / 86_400_000, now: to + 3_600_000 })
      }
    }),
  ])
})
afterAll(async () => {
  await browser.close()
  await site.end()
})

// The longer day has one hour twice, which a sum by the clock gets wrong.
test.each(IN_FULL ? DAYS : DAYS.slice(0, 1))(
  'the $hours hours of $day add up the same on the screen, in files, and in the API',
  async ({ day, hours }) => {
    const view = `from=${day}&to=${day}&path=${PATH}&${REPORT}=aff_id:1&${REPORT}.sort=Revenue:desc`
    const page = await openStats(browser, `${site.url}/stats/sales?${view}`)
    await settled(page)
    const card = page.getByRole('region', { name: CARD })
    const asked = { path: PATH, ...instants({ from: day, to: day }) }
    const all = await answer<ReportRow<typeof REPORT>>(page, REPORT, asked)
    const expected = all
      .filter(({ aff_id }) => aff_id.includes('1'))
      .toSorted((a, b) => b.revenue - a.revenue)
    const [total, revenue] = [sum(expected, 'total'), sum(expected, 'revenue')]
    expect(expected.length).toBeGreaterThan(3)
    expect(expected.length).toBeLessThan(all.length)

    const shown = (await rows(card)).slice(1).map((row) => row.split(' | '))
    const sums = [sum(expected, 'gross'), sum(expected, 'returned'), revenue]
    expect(sums[0]! - sums[1]!).toBe(revenue)
    expect(shown.at(-1)).toEqual(['Total', String(total), ...sums.map(dollars)])
    expect(shown.slice(0, -1).map((row) => row.at(-1))).toEqual(expected.map((row) => dollars(row.revenue)))

    const csv = Papa.parse<string[]>(readFileSync(await file(page, card, 'CSV'), 'utf8').trim()).data.slice(1)
    expect(csv.map((row) => cents(row.at(-1)!))).toEqual([...expected.map((row) => row.revenue), revenue])
    const sheet = unzipSync(readFileSync(await file(page, card, 'Excel (XLSX)')))['xl/worksheets/sheet1.xml']!
    expect(lastNumbers(strFromU8(sheet)).map(cents)).toEqual([...expected.map((row) => row.revenue), revenue])

    // Hour by hour, compared with the entries of the ledger by New York's local time.
    await page.getByText('Figures by hour').click()
    await page.locator('.trend tbody tr').first().waitFor()
    const figures = await page.locator('.trend tbody tr').allInnerTexts()
    expect(figures).toHaveLength(hours)
    const byHour = figures.map((row) => row.split('\t')).map(([hour, , , revenue]) => [hour, cents(revenue!)])
    const ledger = new Map(byHour.map(([hour]) => [hour, 0]))
    for (const entry of await entries(page, asked)) {
      const hour = wallHour(entry.at)
      ledger.set(hour, ledger.get(hour)! + entry.revenue)
    }
    expect(byHour).toEqual([...ledger])
    const headline = await page.locator('.headline', { hasText: 'Revenue' }).locator('strong').innerText()
    expect(cents(headline)).toBe(sum(all, 'revenue'))
  },
)

async function answer<Row>(
  page: Page,
  report: string,
  query: Record<string, string | number>,
): Promise<Row[]> {
  const response = await page.request.get(`${site.url}/api/reports/${report}`, { params: query })
  return ((await response.json()) as { data: Row[] }).data
}

async function entries(page: Page, asked: object): Promise<{ at: number; revenue: number }[]> {
  const response = await page.request.post(`${site.url}/api/reports/drilldown/sales`, {
    data: { ...asked, limit: 500 },
    headers: { 'x-requested-with': 'leadloom' },
  })
  const { data, next } = (await response.json()) as {
    data: { at: number; revenue: number }[]
    next: string | null
  }
  expect(next).toBeNull()
  return data
}

async function file(page: Page, card: Locator, kind: string): Promise<string> {
  await card.getByRole('button', { name: /^Download/ }).click()
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ])
  return download.path()
}

/** Last number of each row of a worksheet, below its header. */
function lastNumbers(xml: string): string[] {
  const rows = Array.from(xml.matchAll(/<row .*?<\/row>/gs), ([row]) => row).slice(1)
  return rows.map((row) => Array.from(row.matchAll(/<v>([\d.-]+)<\/v>/g)).at(-1)![1]!)
}

/** Hour as the table of hours writes it: `Sun, Nov 01, 01:00 EST`. */
function wallHour(at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    weekday: 'short',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value
  return `${of('weekday')}, ${of('month')} ${of('day')}, ${of('hour')}:00 ${of('timeZoneName')}`
}

function sum<Key extends string>(counted: readonly Record<Key, number>[], key: Key): number {
  return counted.reduce((total, row) => total + row[key], 0)
}

function cents(text: string): number {
  return Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100)
}

function dollars(revenue: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(revenue / 100)
}
