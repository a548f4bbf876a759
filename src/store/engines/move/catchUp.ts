import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { unusable } from '../../kernel/storeErrors.ts'
import {
  changesAfter,
  dropNotes,
  newestChange,
  notedFor,
  stopNoting,
  type Change,
} from '../sqlite/file/noteChanges.ts'
import {
  addRows,
  changeRows,
  deleteRows,
  heldRow,
  keyOf,
  keyText,
  rowsAfter,
  rowsThere,
  rowsThereWith,
  rowsWith,
  type Key,
  type Row,
} from './bothSides.ts'
import type { Table } from './movedTables.ts'
import { inTransaction, keepState, type State } from './unfinishedMove.ts'

/** Databases of a move. */
export interface Sides {
  source: DatabaseSync
  /** Only writes the notes for the move into the file. */
  notes: DatabaseSync
  target: Client
  tables: readonly Table[]
}

/** Keeps the target up to date with the file while others write there. After each commit, the target equals the file at one instant, as
 *  far as it has been copied. */
export function openCatchUp({ source, notes, target, tables }: Sides, begun: State, now: () => number) {
  let state = begun
  let droppedAt = now()

  /** Does work in the target and records the new state, in one transaction. */
  async function keep(next: State, work: () => Promise<void>): Promise<void> {
    await inTransaction(target, async () => {
      await work()
      await keepState(target, next)
    })
    state = next
  }

  /** Result of `look` in a snapshot of the file. */
  async function atOnce<T>(look: (newest: number) => T | Promise<T>): Promise<T> {
    source.exec('BEGIN')
    try {
      return await look(newestNoted({ source, notes }, state.id))
    } finally {
      source.exec('COMMIT')
    }
  }

  /** Applies the changes since the last time. */
  async function catchUp(): Promise<void> {
    await atOnce(async (newest) => {
      if (newest === state.applied) return
      await keep({ ...state, applied: newest }, async () => {
        for (const slice of slicesOf(changesAfter(source, state.applied)))
          await apply({ source, target, tables }, slice)
      })
    })
    if (now() - droppedAt < DROP_EVERY_MS) return
    droppedAt = now()
    dropNotes(notes, state.applied, droppedAt)
  }

  /** Goes through all rows of all tables by their keys, continuing where it was cut off. */
  async function walk(
    phase: State['phase'],
    { onRows, total }: { onRows: OnRows; total: number },
    work: (batch: Batch) => Promise<void>,
  ): Promise<void> {
    if (state.phase !== phase) return
    const begunWith = tables.findIndex(({ name }) => name === state.at?.table)
    for (const table of tables.slice(Math.max(begunWith, 0)))
      for (let isThere = true; isThere;) {
        await catchUp()
        const { at } = state
        const after = at?.table === table.name ? at.key : null
        const { rows, changed } = await atOnce(() => ({
          rows: rowsAfter(source, table, after),
          changed: changedIn(table),
        }))
        const last = rows.at(-1)
        const isUnchanged = (row: Row) => !changed.has(keyText(keyOf(table, row)))
        const key = last ? keyOf(table, last) : null
        const done = (at?.done ?? 0) + rows.length
        await keep({ ...state, at: key ? { table: table.name, key, done } : at }, () =>
          work({ table, rows: rows.map(heldRow).filter(isUnchanged), after, last: key, isUnchanged }),
        )
        if (rows.length > 0) onRows(done, Math.max(total, done))
        isThere = last !== undefined
      }
  }

  function changedIn({ name }: Table): ReadonlySet<string> {
    const changes = [...changesAfter(source, state.applied)]
    return new Set(changes.filter((change) => change.name === name).map(({ key }) => keyText(key)))
  }

  return {
    state: () => state,
    keep,
    catchUp,
    /** Copies rows that haven't changed since the last catching up; the next one brings the rest. */
    copy: (progress: { onRows: OnRows; total: number }) =>
      walk('copying', progress, ({ table, rows }) => addRows(target, table, rows)),
    /** Compares every row on both sides. Throws if one differs. */
    compare: (progress: { onRows: OnRows; total: number }) =>
      walk('comparing', progress, async ({ table, rows, after, last, isUnchanged }) => {
        const there = await rowsThere(target, table, { after, last })
        if (!isDeepStrictEqual(there.filter(isUnchanged), rows)) throw differs(table)
      }),
  }
}

export type CatchUp = ReturnType<typeof openCatchUp>

type OnRows = (done: number, total: number) => void

/** Rows of the file from one key to another or to the end, without those that changed since the last catching up. */
interface Batch {
  table: Table
  rows: Row[]
  after: Key | null
  last: Key | null
  isUnchanged: (row: Row) => boolean
}

/** Number of the newest change that the file noted for the move `id`. Throws if not all of its changes are noted. */
function newestNoted({ source, notes }: Pick<Sides, 'source' | 'notes'>, id: State['id']): number {
  if (notedFor(source) !== id)
    throw unusable(
      'Changes to the file are no longer recorded, because of leadloom move --stop or a new release. Run this again to copy everything from the start.',
    )
  const newest = newestChange(source)
  if (newest !== null) return newest
  stopNoting(notes)
  throw unusable(
    'Too much has changed in the file since the copy. Run this again to copy everything from the start.',
  )
}

/** Brings the changed rows of the file to the target. */
async function apply(
  { source, target, tables }: Pick<Sides, 'source' | 'target' | 'tables'>,
  slice: Map<string, Map<string, Key>>,
): Promise<void> {
  const changed = tables.flatMap((table) => {
    const keys = slice.get(table.name)
    return keys ? [{ table, keys: [...keys.values()] }] : []
  })
  // Deleted rows go first, because others may have their unique values now.
  for (const { table, keys } of changed)
    for (const group of rowsWith(source, table, keys)) {
      const left = new Set(group.rows.map((row) => keyText(keyOf(table, row))))
      await deleteRows(
        target,
        table,
        group.keys.filter((key) => !left.has(keyText(key))),
      )
    }
  for (const { table, keys } of changed)
    for (const group of rowsWith(source, table, keys)) await write(target, table, group.rows.map(heldRow))
}

/** Writes rows and reads them back. */
async function write(target: Client, table: Table, rows: readonly Row[]): Promise<void> {
  const textOf = (row: Row) => keyText(keyOf(table, row))
  const there = async (rows: readonly Row[]) =>
    new Map(
      (
        await rowsThereWith(
          target,
          table,
          rows.map((row) => keyOf(table, row)),
        )
      ).map((row) => [textOf(row), row]),
    )
  const before = await there(rows)
  const differing = rows.filter((row) => !isDeepStrictEqual(before.get(textOf(row)), row))
  await changeRows(
    target,
    table,
    differing.filter((row) => before.has(textOf(row))),
  )
  await addRows(
    target,
    table,
    differing.filter((row) => !before.has(textOf(row))),
  )
  const after = await there(differing)
  if (!differing.every((row) => isDeepStrictEqual(after.get(textOf(row)), row))) throw differs(table)
}

const DROP_EVERY_MS = 5000
const SLICE = 20_000

/** Yields changed keys by table, some at a time. */
function* slicesOf(changes: Iterable<Change>): Generator<Map<string, Map<string, Key>>> {
  let slice = new Map<string, Map<string, Key>>()
  let count = 0
  for (const { name, key } of changes) {
    const keys = slice.get(name) ?? new Map<string, Key>()
    slice.set(name, keys.set(keyText(key), key))
    if (++count < SLICE) continue
    yield slice
    slice = new Map()
    count = 0
  }
  yield slice
}

/** Error that a row in the target isn't as the move wrote it. */
export function differs({ name }: Table): Error {
  return unusable(
    `The rows of ${name} in the target differ from the file, so another program changed them. Start over with an empty database from createdb.`,
  )
}
