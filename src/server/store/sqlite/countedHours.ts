import { rmSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StepCount } from '../../reports/dropoff.ts'
import { prepare } from './file.ts'

/** The hours of each path whose visitors have been walked, with what the walks count. They follow from the database, so they
 *  are kept beside it, in a file that may be deleted at any time: nothing that is written waits for them, and no backup has
 *  them. A visitor counts in the hour in which they came, whenever they answer. */

export const HOUR_MS = 3_600_000

/** What a file holds; one of another format is made anew. */
const FORMAT = 1
const TABLES = `
  CREATE TABLE hours (
    path TEXT NOT NULL,
    hour INTEGER NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (path, hour)
  ) STRICT;
  -- How far the database was read: everything newer may have changed an hour. Its event at that place tells whether it is
  -- still the same database, and not a copy of an earlier time.
  CREATE TABLE read_so_far (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    event INTEGER NOT NULL,
    event_session INTEGER,
    event_at INTEGER,
    step INTEGER NOT NULL,
    erasure INTEGER NOT NULL
  ) STRICT;
  INSERT INTO read_so_far VALUES (1, 0, NULL, NULL, 0, 0);
  PRAGMA user_version = ${FORMAT};`

interface ReadSoFar {
  event: number
  event_session: number | null
  event_at: number | null
  step: number
  erasure: number
}

export type CountedHours = ReturnType<typeof openCountedHours>

/** `db` is the database in `file`, and only read. */
export function openCountedHours(db: DatabaseSync, file: string) {
  const own = openOwn(join(dirname(file), 'dropoff.db'))
  const newest = prepare(
    db,
    `SELECT newest.event AS event, session AS event_session, at AS event_at, step, erasure
     FROM (
       SELECT (SELECT MAX(entry) FROM events) AS event, COALESCE((SELECT MAX(entry) FROM steps), 0) AS step,
         COALESCE((SELECT MAX(mark) FROM forgettings), 0) AS erasure
     ) AS newest JOIN events ON events.entry = newest.event`,
  )
  const eventAt = prepare(db, 'SELECT session, at FROM events WHERE entry = $1')
  const oldestErasure = prepare(db, 'SELECT MIN(mark) AS mark FROM forgettings')
  const changed = prepare(
    db,
    `SELECT DISTINCT path, at / ${HOUR_MS} * ${HOUR_MS} AS hour
     FROM (
       SELECT session FROM events WHERE entry > $1 AND entry <= $2 AND kind = 'page_visit'
       UNION SELECT session FROM steps WHERE entry > $3 AND entry <= $4
       UNION SELECT session FROM sessions
         WHERE uuid IN (SELECT uuid FROM forgettings WHERE mark > $5 AND mark <= $6)
     ) AS changed
       JOIN events ON events.session = changed.session AND kind = 'page_visit' AND arrival = 0
       JOIN channels ON channels.channel = events.channel`,
  )
  const readSoFar = prepare(own, 'SELECT event, event_session, event_at, step, erasure FROM read_so_far')
  const readTo = prepare(
    own,
    'UPDATE read_so_far SET event = $1, event_session = $2, event_at = $3, step = $4, erasure = $5',
  )
  const drop = prepare(own, 'DELETE FROM hours WHERE path = $1 AND hour = $2')
  const keep = prepare(own, 'INSERT OR REPLACE INTO hours (path, hour, counts) VALUES ($1, $2, $3)')
  const counted = prepare(own, 'SELECT hour FROM hours WHERE path = $1 AND hour >= $2 AND hour < $3')
  const one = prepare(own, 'SELECT counts FROM hours WHERE path = $1 AND hour = $2')
  const many = prepare(own, 'SELECT counts FROM hours WHERE path = $1 AND hour >= $2 AND hour < $3')

  function isSameDatabase({ event, event_session, event_at, erasure }: ReadSoFar): boolean {
    const found = eventAt.get(event)
    const oldest = Number(oldestErasure.get()?.['mark'] ?? 0)
    // Only the newest erasures are listed.
    return found?.['session'] === event_session && found?.['at'] === event_at && oldest <= erasure + 1
  }

  return {
    /** Drops the hours that have changed since the last time: somebody came, answered, or was forgotten. */
    catchUp(): void {
      const now = newest.get() as unknown as ReadSoFar | undefined
      if (!now) return
      const before = readSoFar.get() as unknown as ReadSoFar
      // Hours that are dropped and not read up to are dropped again next time: no transaction is needed.
      const cursors = [before.event, now.event, before.step, now.step, before.erasure, now.erasure]
      if (!isSameDatabase(before)) own.exec('DELETE FROM hours')
      else for (const { path, hour } of changed.all(...cursors)) drop.run(path!, hour!)
      readTo.run(now.event, now.event_session, now.event_at, now.step, now.erasure)
    },
    keep: (path: string, hour: number, counts: readonly StepCount[]): void =>
      void keep.run(path, hour, JSON.stringify(counts)),
    /** Which hours are counted, from `from` on and before `end`. */
    hours: (path: string, from: number, end: number): Set<number> =>
      new Set(counted.all(path, from, end).map(({ hour }) => Number(hour))),
    *counts(path: string, from: number, end: number): Generator<StepCount[], void> {
      for (const { counts } of many.iterate(path, from, end)) yield JSON.parse(String(counts)) as StepCount[]
    },
    /** Null when the hour is not counted. */
    countsOf(path: string, hour: number): StepCount[] | null {
      const row = one.get(path, hour)
      return row ? (JSON.parse(String(row['counts'])) as StepCount[]) : null
    },
    close: () => own.close(),
  }
}

/** In memory where the file cannot be used, as while another process has it. */
function openOwn(file: string): DatabaseSync {
  const open = (place: string) => {
    const own = new DatabaseSync(place)
    try {
      own.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
      const { user_version } = own.prepare('PRAGMA user_version').get() as { user_version: number }
      if (user_version !== FORMAT)
        own.exec(`BEGIN; DROP TABLE IF EXISTS hours; DROP TABLE IF EXISTS read_so_far; ${TABLES} COMMIT`)
      own.exec('BEGIN IMMEDIATE; COMMIT')
      return own
    } catch (error) {
      own.close()
      throw error
    }
  }
  try {
    return open(file)
  } catch (error) {
    const isInUse = (error as { errcode?: number }).errcode === SQLITE_BUSY
    if (!isInUse) for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    return open(isInUse ? ':memory:' : file)
  }
}

const SQLITE_BUSY = 5
