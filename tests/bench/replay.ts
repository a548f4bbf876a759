import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReplayTally } from '../../src/author/replay/replayTally.ts'
import { seed } from '../../src/cli/seed/seedSite.ts'
import { openStore } from '../../src/store/openStore.ts'
import { visitOf } from '../../src/store/nouns/reports/recordedVisits.ts'
import { copySessions } from './reports/copies.ts'

/** Measures recorded visits walked through a draft, beside reading them alone. `node tests/bench/replay.ts [--sessions 100000]`. */
const { values } = parseArgs({ options: { sessions: { type: 'string', default: '100000' } } })
const sessions = Number(values.sessions)

/** Number of visitors who walk the flow; the others are copies of them at other times. */
const SEEDED = 2500
const NOW = Date.parse('2026-11-20T23:59:59.999-05:00')
const PAGE = 1000
const GOAL_S = 60

const { $schema: _, ...flow } = JSON.parse(
  readFileSync(new URL('../../fixtures/sites/class-action-finder/flow.json', import.meta.url), 'utf8'),
)
const draft = structuredClone(flow)
draft.offer_order.reverse()

const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-bench-replay-'))
const made = await openStore({ dataDir })
await made.publish({ path: 'mine', flow, style: '', validators: '', icons: {}, at: NOW - 90 * 86_400_000 })
await seed(made, { sessions: Math.min(SEEDED, sessions), days: 90, seed: 1, now: NOW })
await made.close()
copySessions(join(dataDir, 'leadloom.db'), Math.ceil(sessions / SEEDED))
const store = await openStore({ dataDir })

async function timed(what: string, walk: (visit: ReturnType<typeof visitOf>) => void): Promise<number> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const read = (after: number | null) => store.recordedVisits({ version: 1, from: 0, after, limit: PAGE })
  let visits = 0
  for (let ahead: ReturnType<typeof read> | null = read(null); ahead;) {
    const page: Awaited<ReturnType<typeof read>> = await ahead
    ahead = page.next === null ? null : read(page.next)
    for (const visit of page.visits) walk(visitOf(visit))
    visits += page.visits.length
  }
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${what} ${visits.toLocaleString('en-US')} visits: ${seconds.toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s`,
  )
  return seconds
}

const floor = await timed('reading', () => {})
const tally = openReplayTally(flow, draft)
const ours = await timed('walking', (visit) => tally.add(visit))
const { differing } = tally.counted()
console.log(
  `${(ours / floor).toFixed(1)} times reading (goal ${GOAL_S} s); ${differing.toLocaleString('en-US')} differ`,
)
await store.close()
rmSync(dataDir, { recursive: true })
