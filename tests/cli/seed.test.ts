import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { REPORTS, type ReportName } from '../../schemas/reports/reports.ts'
import { seed } from '../../src/cli/seed/seedSite.ts'
import { judge, standingOf } from '../../src/flow/judge.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { openTables } from '../store/tables.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-seed-'))
afterAll(() => rmSync(root, { recursive: true }))

const NOW = Date.parse('2026-11-20T15:00:00-05:00')
const options = { sessions: 300, days: 7, seed: 3, now: NOW }
const { $schema: _, ...flow } = JSON.parse(
  readFileSync(new URL('../../fixtures/sites/class-action-finder/flow.json', import.meta.url), 'utf8'),
)

test('creates the same rows from the same numbers and seed, and adds nothing when run again', async () => {
  const [one, two] = await Promise.all([seeded('one'), seeded('two')])
  const before = await allReports(one)

  expect(await allReports(two)).toEqual(before)
  await seed(one, options)
  expect(await allReports(one)).toEqual(before)
})

test('has every visitor come within the requested days, and nothing happen in the future', async () => {
  const store = await seeded('when')
  const visits = (from: number, to: number) =>
    store.report('visits-by-affiliate', { path: 'class-action-finder', from, to })
  const firstDay = Date.parse('2026-11-14T00:00:00-05:00')

  const came = (await visits(firstDay, NOW)).reduce((sum, row) => sum + row.page_visits, 0)
  expect(came).toBe(options.sessions)
  expect(await visits(NOW + 1, NOW * 2)).toEqual([])
})

test('about a fifth of visitors to a bilingual site read it in the second language', async () => {
  const store = await seeded('languages')
  const rows = await store.report('analytics-languages', { path: null, from: 0, to: NOW })
  const visits = (language: string) => rows.find((row) => row.language === language)!.visits
  const share = visits('es') / (visits('es') + visits('en'))
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.3)
})

test('most registered visitors have certificates that are clearly samples', async () => {
  const store = await seeded('certificates')
  const [coverage] = await store.report('consent-coverage', { path: null, from: 0, to: NOW })
  const { filled_basic_data: registered, trustedform_cert_url, jornaya_lead_id, both } = coverage!
  expect(trustedform_cert_url / registered).toBeGreaterThan(0.8)
  expect(jornaya_lead_id / registered).toBeGreaterThan(0.7)
  expect(both).toBeLessThan(Math.min(trustedform_cert_url, jornaya_lead_id))
  const ids = column('certificates', 'trustedform_cert_url').filter((url) => url !== null)
  expect(ids).toHaveLength(trustedform_cert_url)
  expect(ids.filter((url) => !url.startsWith('https://cert.trustedform.example/seeded-'))).toEqual([])
})

test('saves only steps that the flow asks, with valid answers', async () => {
  const store = await seeded('steps')
  const sessions = await Promise.all(column('steps', 'uuid').map((uuid) => store.session(uuid!)))
  const verdicts = sessions.flatMap((session) => {
    const { origin, steps } = session!
    const course = { flow, origin }
    return steps.map((step, i) => judge(course, standingOf(course, steps.slice(0, i)), step))
  })

  expect(verdicts.length).toBeGreaterThan(options.sessions)
  expect(verdicts.filter(({ ok }) => !ok)).toEqual([])
})

test('creates leads with named and normalized fields, like the product', async () => {
  await seeded('leads')
  const leads = rows<{ lead: string; page_url: string; ip: string }>(
    'leads',
    'SELECT lead, page_url, ip FROM leads JOIN sessions USING (session)',
  )
  expect(leads.length).toBeGreaterThan(10)
  for (const { lead, page_url, ip } of leads) {
    const payload = JSON.parse(lead) as Record<string, string>
    expect(payload).toMatchObject({
      first_name: expect.stringMatching(/^\w+$/),
      last_name: expect.stringMatching(/^\w+$/),
      phone: expect.stringMatching(/^212959\d{4}$/),
      formatted_phone: expect.stringMatching(/^\(212\) 959-\d{4}$/),
      name_gibberish: 'no',
      name_bad_word: 'no',
      affid: new URL(page_url).searchParams.get('affid') ?? '1',
      landing_page_url: page_url.replace(/\?$/, ''),
      visitor_language: 'en',
      ip_address: ip,
    })
    expect(Object.keys(payload)).not.toContain('name')
  }
})

test('says what to do if no flow is published', async () => {
  const store = await opened('empty')

  await expect(seed(store, options)).rejects.toThrow('Run leadloom publish first')
})

async function opened(place: string): Promise<Store> {
  const dataDir = join(root, place)
  await layEmptyDatabase(dataDir)
  const store = await openStore({ dataDir, hasThreads: false })
  onTestFinished(() => store.close())
  return store
}

async function seeded(place: string): Promise<Store> {
  const store = await opened(place)
  await store.publish({ path: 'class-action-finder', flow, style: '', validators: '', icons: {}, at: NOW })
  await seed(store, options)
  return store
}

async function allReports(store: Store) {
  const range = { path: 'class-action-finder', from: 0, to: NOW }
  // Drop-off reports the time since when it has counted; older hours are counted while nothing else is requested.
  await expect.poll(async () => (await store.report('step-dropoff', range))[0]?.counted_from).toBe(range.from)
  return Promise.all((Object.keys(REPORTS) as ReportName[]).map((name) => store.report(name, range)))
}

function column(place: string, name: 'uuid' | 'trustedform_cert_url'): (string | null)[] {
  return rows<Record<typeof name, string | null>>(place, `SELECT ${name} FROM sessions`).map(
    (row) => row[name],
  )
}

/** Rows read directly from the file, as the store only looks sessions up and can't list them. */
function rows<Row>(place: string, sql: string): Row[] {
  const db = openTables(join(root, place))
  const found = db.prepare(sql).all() as Row[]
  db.close()
  return found
}
