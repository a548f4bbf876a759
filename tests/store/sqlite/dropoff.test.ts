import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openDriver } from '../../../src/store/engines/sqlite/driver.ts'
import { openForReading } from '../../../src/store/engines/sqlite/file/file.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { startKeepingStepHours } from '../../../src/server/jobs/keepStepHours.ts'
import { changedHourSql } from '../../../src/store/nouns/reports/dropoff/changedHours.ts'
import { openStepReport } from '../../../src/store/nouns/reports/dropoff/stepReport.ts'
import { HURT, SMALL_FLOW, WHERE } from '../../server/smallFlow.ts'
import { session, step, uuidOf } from '../history.ts'
import { layEmptyDatabase } from '../emptyDatabase.ts'

/** Tests that drop-off stores its counts, and counts changed sessions again. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const DAY_MS = 86_400_000
const RANGE = { path: 'small', from: NOON - 10 * DAY_MS, to: NOON + DAY_MS }

test('recounts a visitor who answers later, and no longer counts a forgotten one', async () => {
  const { store } = await threeDays()
  expect(await shown(store)).toEqual([3])
  await store.appendStep(uuidOf(2), step({ ...HURT, id: uuidOf(100), at: NOON + 5 }))
  expect(await shown(store)).toEqual([3, 1])
  await store.openSession(session({ uuid: uuidOf(3), path: 'small', version: 1, at: NOON }))
  await store.appendStep(uuidOf(2), step({ ...WHERE, id: uuidOf(101), at: NOON + 6 }))
  expect(await shown(store)).toEqual([4, 1, 1])
  await store.forgetSession(uuidOf(2))
  expect(await shown(store)).toEqual([3])
})

test('says from which day it counts while older days are still to be counted, and soon counts them all', async () => {
  const { store, file } = await threeDays()
  const { report, page } = openSteps(file, 0)
  const [first] = report(RANGE)
  expect(first).toMatchObject({ shown: 1, counted_from: Date.parse('2026-11-20T00:00:00-05:00') })
  // The rows behind a figure match its count.
  const behind = page({ ...RANGE, outcome: 'shown' })
  expect(behind).toMatchObject({ rows: [{ at: NOON }], next: null })
  await expect.poll(() => report(RANGE)[0]).toMatchObject({ shown: 3, counted_from: RANGE.from })
  expect(await shown(store)).toEqual([3])
})

test('keeps counting until it finds a visitor, even past its time limit', async () => {
  const { store, file } = await threeDays()
  await publish(store, 'quiet')
  const at = NOON - 2 * DAY_MS
  await store.openSession(session({ uuid: uuidOf(3), path: 'quiet', version: 2, at }))
  const { report } = openSteps(file, 0)
  expect(report({ ...RANGE, path: 'quiet' })).toMatchObject([{ shown: 1 }])
  expect(report({ ...RANGE, path: 'none' })).toEqual([])
})

test('shows all days at once if a job has stored their hours, until one of their visitors is forgotten', async () => {
  const { store, file } = await threeDays()
  const job = startKeepingStepHours({ store, now: () => NOON + DAY_MS }, console)
  onTestFinished(() => job.stop())
  await expect.poll(() => openSteps(file, 0).report(RANGE)[0]).toMatchObject({ shown: 3 })
  expect(openSteps(file, 0).report(RANGE)).toMatchObject([{ shown: 3, counted_from: RANGE.from }])
  await store.forgetSession(uuidOf(1))
  const [first] = openSteps(file, 0).report(RANGE)
  expect(first).toMatchObject({ shown: 1, counted_from: Date.parse('2026-11-20T00:00:00-05:00') })
})

test('counts correctly after an earlier backup is restored', async () => {
  const { store, dataDir, file } = await threeDays()
  await store.close()
  copyFileSync(file, `${file}.earlier`)
  const later = await openSqlite({ dataDir, hasThreads: false })
  // No visit is newer than those in the copy, only a step is.
  await later.appendStep(uuidOf(2), step({ ...HURT, id: uuidOf(100), at: NOON + 5 }))
  expect(await shown(later)).toEqual([3, 1])
  await later.close()

  copyFileSync(`${file}.earlier`, file)
  const restored = await openSqlite({ dataDir, hasThreads: false })
  onTestFinished(() => restored.close())
  expect(await shown(restored)).toEqual([3])
})

test('counts again after more visitors were forgotten than are listed', async () => {
  const { store, file } = await threeDays()
  const { report } = openSteps(file, Infinity)
  expect(report(RANGE)).toMatchObject([{ shown: 3 }])
  await store.forgetSession(uuidOf(0))
  await store.forgetSession(uuidOf(1))
  const writing = new DatabaseSync(file)
  writing.exec('DELETE FROM erasures WHERE mark < (SELECT MAX(mark) FROM erasures)')
  writing.close()
  expect(report(RANGE)).toMatchObject([{ shown: 1 }])
})

test('walks by a computed field in a rule, and by its source fields', async () => {
  const { store } = await threeDays()
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.fields = {
    from_wc: { compute: 'user_from_wc' },
    long: { compute: 'enough_words', from: ['from_wc'] },
  }
  flow.ui_config.offers['claim']!.steps[1]!.display_rules = [
    { operator: null, conditions: [{ field: 'long', condition: 'eq', arg: 'no' }] },
  ]
  await store.publish({ path: 'wc', flow, style: '', validators: '', icons: {}, at: 1000 })
  await store.openSession(session({ uuid: uuidOf(10), path: 'wc', version: 2, at: NOON }))
  await store.appendStep(uuidOf(10), step({ ...HURT, id: uuidOf(100), at: NOON }))
  expect(await shown(store, { ...RANGE, path: 'wc' }, 'where')).toEqual([1])
})

test('counts visitors within parts of an hour', async () => {
  const { store } = await threeDays()
  const of = (from: number, to: number) => shown(store, { path: 'small', from, to })
  expect(await of(NOON, NOON)).toEqual([1])
  expect(await of(NOON + 1, NOON + 10)).toEqual([])
  expect(await of(NOON - DAY_MS, NOON - 1)).toEqual([1])
  expect(await of(NOON - DAY_MS + 1, NOON)).toEqual([1])
})

test('looks for changed hours only in new rows, however many visits there are', async () => {
  const { file } = await threeDays()
  const db = new DatabaseSync(file)
  onTestFinished(() => db.close())
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${String(changedHourSql.changed.text)}`).all()
  const onEvents = plan.map(({ detail }) => String(detail)).filter((detail) => detail.includes(' events '))
  expect(onEvents).toEqual([
    expect.stringContaining('USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'),
    expect.stringContaining('(session=? AND kind=?)'),
  ])
})

/** The report on its own connection. */
function openSteps(file: string, walkMs: number) {
  const db = openForReading(file)
  const drive = openDriver(db)
  const steps = openStepReport(drive, { walkMs })
  onTestFinished(() => {
    steps.close()
    db.close()
  })
  return {
    report: (question: Parameters<typeof steps.report>[0]) => drive(steps.report(question)),
    page: (question: Parameters<typeof steps.page>[0]) => drive(steps.page(question)),
  }
}

/** One visitor at noon on each of three days, who answered nothing. */
async function threeDays() {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-dropoff-'))
  await layEmptyDatabase(dataDir)
  const store = await openSqlite({ dataDir, hasThreads: false })
  onTestFinished(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  await publish(store, 'small')
  for (const n of [0, 1, 2])
    await store.openSession(
      session({ uuid: uuidOf(n), path: 'small', version: 1, at: NOON - (2 - n) * DAY_MS }),
    )
  return { store, dataDir, file: join(dataDir, 'leadloom.db') }
}

async function publish(store: Awaited<ReturnType<typeof openSqlite>>, path: string): Promise<void> {
  await store.publish({ path, flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
}

/** Number of visitors led to each step, in order, or to the step named `of`, once the whole range is counted. A busy machine needs more
 *  than one request for that. */
async function shown(
  store: Awaited<ReturnType<typeof openSqlite>>,
  range = RANGE,
  of?: string,
): Promise<number[]> {
  const asked = () => store.report('step-dropoff', range)
  await expect
    .poll(async () => (await asked()).every(({ counted_from }) => counted_from === range.from))
    .toBe(true)
  const rows = await asked()
  return rows.filter(({ step }) => of === undefined || step === of).map((row) => row.shown)
}
