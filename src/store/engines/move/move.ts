import { existsSync } from 'node:fs'
import { REPORTS } from '../../../../schemas/reports/reports.ts'
import { unusable } from '../../kernel/storeErrors.ts'
import { connect } from '../postgres/connection.ts'
import { COUNTS_TOTALS } from '../postgres/locks.ts'
import { hasUnfinishedMove, placeOf, prepareDatabase } from '../postgres/prepareDatabase.ts'
import { troubleOf } from '../postgres/trouble.ts'
import { claim, isClaimed } from '../sqlite/file/claim.ts'
import { databaseFile, openForReading, openForWriting } from '../sqlite/file/file.ts'
import { markMoved, movedTo, refuseMoved } from '../sqlite/copies/movedMark.ts'
import { notedFor, startNoting, stopNoting } from '../sqlite/file/noteChanges.ts'
import { prepareFile } from '../sqlite/prepareFile.ts'
import { differs, openCatchUp, type CatchUp, type Sides } from './catchUp.ts'
import { compareReports } from './compareReports.ts'
import { countsOf, tablesOf } from './movedTables.ts'
import { beginMove, endMove, lockForMove, restoreReferences, stateOf, type State } from './unfinishedMove.ts'

/** Result of a move. */
export interface Moved {
  /** Number of rows by table, the same on both sides. */
  rows: Record<string, number>
  /** Number of reports that are equal on both sides. */
  reports: number
}

/** Callbacks for a move's progress. */
export interface MoveProgress {
  /** Called with the number of rows copied. */
  onRows?: (done: number, total: number) => void
  /** Called with the number of rows compared. */
  onCompared?: (done: number, total: number) => void
  /** Called with the number of reports compared. */
  onReports?: (done: number, total: number) => void
  /** Called with a sentence when the file was copied and is about to be upgraded to a newer schema. */
  onUpgrade?: (sentence: string) => void
}

/** Copies everything in a folder's embedded database into an empty PostgreSQL database at `to`, and compares every row and every report.
 *  Then it marks the folder, so that no server starts on it by mistake. If it's interrupted, the next call continues where it stopped.
 *  No server starts on an unfinished copy.
 *  `isLive`: copies while a server is running, and brings over its changes as well. The last part is left out; it takes seconds when
 *  this is called again with the server stopped.
 *  Rejects with one plain sentence if the target isn't empty, holds data from another file, or can't be reached any more, or if
 *  something differs. */
export async function move({
  dataDir,
  to,
  now,
  isLive = false,
  onUpgrade = () => {},
  ...progress
}: { dataDir: string; to: string; now: () => number; isLive?: boolean } & MoveProgress): Promise<Moved> {
  const place = placeOf(to, '--to')
  const marked = movedTo(dataDir)
  if (marked !== null && (marked !== place || isLive)) refuseMoved(dataDir)
  const release = isLive ? () => {} : claimStopped(dataDir)
  const closing: (() => unknown)[] = [release]
  try {
    const file = await prepareFile(dataDir, { now: now(), onUpgrade, isMoving: true })
    await prepareDatabase(to, { isMoving: true })
    const target = await connect(to)
    closing.unshift(() => target.end())
    const source = openForReading(file)
    closing.unshift(() => source.close())
    const notes = openForWriting(file)
    closing.unshift(() => notes.close())
    await lockForMove(target, place)
    if (marked !== null && !(await hasUnfinishedMove(target))) refuseMoved(dataDir)
    // Each process adds to totals in rows of its own slot. Any slot will do, so this uses the first.
    await target.query(`SET leadloom.slot = '1'; ${COUNTS_TOTALS}`)
    const sides: Sides = { source, notes, target, tables: tablesOf(source) }
    const following = openCatchUp(
      sides,
      await begin(sides, { place, isMarked: marked !== null, now: now() }),
      now,
    )
    if (marked === null) {
      await bringOver(sides, following, progress)
      const reports = await bringReportsOver(following, { file, to, now: now(), isLive, ...progress })
      if (isLive) return { rows: await rowsThere(sides), reports }
      await compareCounts(sides, following)
      markMoved(dataDir, place)
    }
    // A command may have written until the folder was marked.
    if (notedFor(source) !== null) await following.catchUp()
    stopNoting(notes)
    await endMove(target, following.state(), sides.tables)
    return { rows: await rowsThere(sides), reports: REPORT_NAMES.length }
  } catch (error) {
    const trouble = troubleOf(error)
    if (!trouble) throw error
    throw new Error(`${trouble.sentence} Then run it again to continue where it stopped.`, {
      cause: error,
    })
  } finally {
    for (const close of closing) await close()
  }
}

/** Ends a move in a folder, leaving the file as if there had been none. Returns false if there was none. */
export function stopMove(dataDir: string): boolean {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) return false
  const notes = openForWriting(file)
  try {
    return stopNoting(notes)
  } finally {
    notes.close()
  }
}

function claimStopped(dataDir: string): () => void {
  if (isClaimed(dataDir))
    throw unusable(
      `A server is running on ${dataDir}. Stop it first, or add --live to copy while it runs and stop it only for the last seconds.`,
    )
  return claim(dataDir)
}

/** Begins a move, or finds an interrupted one of the same file if the changes since then were noted. */
async function begin(
  { source, notes, target, tables }: Sides,
  { place, isMarked, now }: { place: string; isMarked: boolean; now: number },
): Promise<State> {
  const before = await stateOf(target, source, place)
  const noted = notedFor(source)
  if (before !== null && (before.id === noted || isMarked)) return before
  if (noted !== null)
    throw unusable(
      'A move of this file into another database is in progress. Cancel it first with leadloom move --stop.',
    )
  const begun = await beginMove(target, source, { tables, before })
  startNoting(notes, { id: begun.id, tables, now })
  return begun
}

/** Copies all rows, then compares them. Each step continues where it was interrupted. */
async function bringOver(
  { source, target, tables }: Sides,
  { state, keep, catchUp, copy, compare }: CatchUp,
  { onRows = () => {}, onCompared = () => {} }: MoveProgress,
): Promise<void> {
  if (state().phase === 'copying') {
    await copy({ onRows, total: sumOf(countsOf(source, tables)) })
    await catchUp()
    await keep({ ...state(), phase: 'comparing', at: null }, () => restoreReferences(target, state()))
    // Without this, PostgreSQL would choose the wrong indexes until it analyzes the new rows by itself, within minutes.
    await target.query('ANALYZE')
  }
  if (state().phase === 'comparing') {
    await compare({ onRows: onCompared, total: sumOf(countsOf(source, tables)) })
    await keep({ ...state(), phase: 'compared', at: null }, async () => {})
  }
  await catchUp()
}

/** Counts the reports that are equal on both sides. While a server is running, the last day is left out because it still changes. Then
 *  the last run compares only what came since. Throws the name of a report that differs once nothing changes any more. */
async function bringReportsOver(
  { state, keep, catchUp }: CatchUp,
  {
    file,
    to,
    now,
    isLive,
    onReports = () => {},
  }: { file: string; to: string; now: number; isLive: boolean } & MoveProgress,
): Promise<number> {
  const { reportsTo } = state()
  if (isLive && reportsTo !== null) return REPORT_NAMES.length
  const range = isLive ? { from: 0, to: now - DAY_MS } : { from: reportsTo ?? 0, to: now }
  const different = await compareReports({ file, to, range }, { catchUp, onReports })
  await catchUp()
  if (different.length === 0 && isLive) await keep({ ...state(), reportsTo: range.to }, async () => {})
  if (different.length > 0 && !isLive)
    throw new Error(
      `The report ${different[0]} differs between the two databases. No server starts on the copy.`,
    )
  return REPORT_NAMES.length - different.length
}

const DAY_MS = 24 * 60 * 60 * 1000
const REPORT_NAMES = Object.keys(REPORTS)

/** Throws if a table has more or fewer rows in the target than in the file. */
async function compareCounts(sides: Sides, { catchUp }: CatchUp): Promise<void> {
  await catchUp()
  const [ours, theirs] = [countsOf(sides.source, sides.tables), await rowsThere(sides)]
  const other = sides.tables.find(({ name }) => ours[name] !== theirs[name])
  if (other) throw differs(other)
}

async function rowsThere({ target, tables }: Sides): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await target.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${name}`)
    counts[name] = rows[0]!.n
  }
  return counts
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
