import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { StatementAnswer } from '../../schemas/desk/statement.ts'
import { run } from '../../src/cli/run.ts'
import type { StatementMessage } from '../../src/server/returns/statementTasks.ts'
import { statementProcess } from '../../src/server/returns/statementProcess.ts'
import { openStore } from '../../src/store/openStore.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'

/** Measures the comparison of a buyer's statement with a ledger of as many sales, beside reading its lines alone. A third of the lines name
 *  the sale by its ID, a third by our key, a third by the phone number and the day; one in a hundred has another amount.
 *  `node tests/bench/statement.ts [--lines 50000]`. */
const { values } = parseArgs({ options: { lines: { type: 'string', default: '50000' } } })
const LINES = Number(values.lines)
const GOAL_S = 10
const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const HOUR_MS = 3_600_000
const TOGETHER = 500

const folder = mkdtempSync(join(tmpdir(), 'leadloom-bench-statement-'))
const store = await openStore({ dataDir: folder })
await publish(store, 'mine', 1000)
const phoneOf = (n: number) => String(5_120_000_000 + n)
for (let start = 0; start < LINES; start += TOGETHER) {
  const some = Array.from({ length: Math.min(TOGETHER, LINES - start) }, (_, n) => start + n)
  await Promise.all(
    some.map((n) => store.openSession(session({ uuid: uuidOf(n), path: 'mine', at: NOON - HOUR_MS }))),
  )
  await Promise.all(
    some.map((n) => {
      const contacts = [{ kind: 'phone' as const, text: phoneOf(n) }]
      const lead = { offer: 'mva', buyers: ['acme'], payload: {}, contacts }
      return store.appendStep(uuidOf(n), step({ id: uuidOf(n), at: NOON - HOUR_MS }), { lead })
    }),
  )
}
const keys = (await store.deliveries({ state: null, limit: LINES })).toReversed()
for (let start = 0; start < LINES; start += TOGETHER)
  await Promise.all(
    keys.slice(start, start + TOGETHER).map(async ({ delivery }) => {
      await store.beginAttempt(delivery, NOON)
      const sale = { external_id: `A-${delivery}`, cents: 2500 }
      await store.endAttempt(delivery, 1, {
        state: 'accepted',
        message: '',
        at: NOON + delivery,
        due_at: null,
        sale,
      })
    }),
  )
const sessions = new Map(Array.from({ length: LINES }, (_, n) => [uuidOf(n), n]))
await store.close()

const file = join(folder, 'statement.csv')
const lines = keys.map(({ delivery, key, session_uuid }, n) => {
  const amount = n % 100 === 0 ? '20.00' : '25.00'
  const names = [`A-${delivery},,`, `,${key},`, `,,${phoneOf(sessions.get(session_uuid)!)}`]
  return `${names[n % 3]},2026-11-20,${amount}`
})
writeFileSync(file, `id,key,phone,time,amount\n${lines.join('\n')}\n`)

const seconds = async (work: () => Promise<void>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
const floor = await seconds(async () => {
  let cells = 0
  for await (const line of createInterface(createReadStream(file))) cells += line.split(',').length
  if (cells === 0) throw new Error('Nothing was read.')
})
let answer = ''
const ours = await seconds(async () => {
  await run(['statement', file, '--buyer', 'acme', '--json'], {
    env: { DATA_DIR: folder },
    now: Date.now,
    out: (text) => (answer += text),
    err: (text) => console.error(text),
    isTerminal: false,
    isColor: false,
    ask: null,
  })
})
const { matched, differing, missing, unknown } = (JSON.parse(answer) as StatementAnswer).sums
console.log(
  `${LINES.toLocaleString('en-US')} lines: ${ours.toFixed(1)} s (goal ${GOAL_S} s), ${(ours / floor).toFixed(0)} times reading them; ` +
    `${matched.count} match, ${differing.count} differ, ${missing.count} missing, ${unknown.count} unknown`,
)

// Same through the thread that the desk's call uses: how long it takes, and the longest time that the server's own thread gives no answers.
const desk = await openStore({ dataDir: folder })
const delay = monitorEventLoopDelay({ resolution: 5 })
let asked: StatementMessage | undefined
const onDesk = await seconds(async () => {
  const task = { file: { name: file, bytes: readFileSync(file) }, buyer: 'acme', called: {}, days: null }
  delay.enable()
  for await (const message of statementProcess(desk, { task: 'hold', ...task })) asked = message
  delay.disable()
})
await desk.close()
const sums = asked && 'ended' in asked ? asked.ended.sums : null
console.log(
  `at the desk: ${onDesk.toFixed(1)} s (goal ${GOAL_S} s), the server’s thread busy for at most ${(delay.max / 1e6).toFixed(0)} ms at once`,
)
const isSame = JSON.stringify(sums) === JSON.stringify({ matched, differing, missing, unknown })
const isRight = differing.count === Math.ceil(LINES / 100) && matched.count + differing.count === LINES
if (!isRight || !isSame || ours > GOAL_S || onDesk > GOAL_S) process.exitCode = 1
rmSync(folder, { recursive: true })
