import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test, vi, type MockInstance } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import type { Budgets } from '../../src/server/limits/budgets.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { running, wrapped } from '../server/running.ts'

const LENGTHS: [string, Length][] = [
  ['short queries', { word: 0, page_url: 0, query: 0 }],
  ['words of some length', { word: 40, page_url: 0, query: 0 }],
  ['long words', { word: 256, page_url: 0, query: 0 }],
  ['addresses of a quarter page', { word: 20, page_url: 1100, query: 0 }],
  ['addresses of half a page', { word: 20, page_url: 2100, query: 0 }],
  ['long addresses', { word: 20, page_url: 4000, query: 0 }],
  ['long queries', { word: 20, page_url: 0, query: 700 }],
]

// Each way in has the lengths that cost a database most beyond what is paid: none, and a page of it.
const CLICKS = LENGTHS.filter((_, at) => IN_FULL || at === 0 || at === 4)
test.each(CLICKS)(
  'clicks by %s take no more of the database than their network’s budget',
  async (_, length) => {
    const { send, open, dataDir, ctx } = await running({ now: () => NOON })
    const spend = vi.spyOn(ctx.budgets, 'spend')
    const sessions = await Promise.all(Array.from({ length: 25 }, () => open()))
    const before = bytesIn(dataDir)
    spend.mockClear()
    for (let n = 0; n < 20; n++)
      await Promise.all(
        sessions.map(async ({ token }) => {
          const body = { ...arrivalOf(length), session_token: token }
          expect((await send(wrapped('POST /api/sessions', body, SITE_KEY))).statusCode).toBe(201)
        }),
      )
    expect(bytesIn(dataDir) - before).toBeLessThan(paid(spend))
  },
)

test.each(CLICKS)(
  'sessions opened by %s take no more of the database than their network’s budget',
  async (_, length) => {
    const { open, dataDir, ctx } = await running({ now: () => NOON })
    const spend = vi.spyOn(ctx.budgets, 'spend')
    const before = bytesIn(dataDir)
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 20 }, () => open(arrivalOf(length))))
    expect(bytesIn(dataDir) - before).toBeLessThan(paid(spend))
  },
)

interface Length {
  word: number
  page_url: number
  query: number
}

function arrivalOf(length: Length) {
  const [affid, sub1, sub2, sub3] = Array.from({ length: 4 }, () => noise(length.word)) as [
    string,
    string,
    string,
    string,
  ]
  const query = { gclid: noise(9), affid, sub1, sub2, sub3, q: noise(length.query) }
  return { path: 'small', page_url: noise(length.page_url), referrer: '', query }
}

/** Total of what was charged. */
function paid(spend: MockInstance<Budgets['spend']>): number {
  return spend.mock.calls.reduce((sum, [, , bytes]) => sum + bytes, 0)
}

const SITE_KEY = parseSettings({}).siteKey
const NOON = Date.UTC(2026, 10, 23, 12)

function noise(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length)
}

/** Bytes of the database's pages, including those in its log. */
function bytesIn(dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
  const value = (name: string) => Number(Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0])
  const bytes = (value('page_count') - value('freelist_count')) * value('page_size')
  db.close()
  return bytes
}
