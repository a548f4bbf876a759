import { statfsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Load } from '../../records.ts'
import { prepare } from './file.ts'

/** What is on its way in the database `file`, which `db` reads; how many writes wait, its writer says. */
export function openLoad(db: DatabaseSync, file: string): () => Omit<Load, 'writes'> {
  const open = prepare(
    db,
    `SELECT state, under_way, COUNT(*) AS deliveries, MIN(at) AS since
     FROM outbox INDEXED BY outbox_open WHERE state IN ('due', 'dead') GROUP BY state, under_way`,
  )
  const unbooked = prepare(db, 'SELECT COUNT(*) AS n FROM unbooked WHERE state = $1')
  const unbookedAs = (state: 'waiting' | 'conflict') => Number(unbooked.get(state)?.['n'])
  const mails = prepare(
    db,
    `SELECT state, COUNT(*) AS n FROM mails INDEXED BY mails_open
     WHERE state IN ('due', 'refused', 'dead') GROUP BY state`,
  )
  return () => {
    const rows = open.all() as unknown as Row[]
    const row = (state: Row['state'], under_way: number) =>
      rows.find((row) => row.state === state && row.under_way === under_way)
    const [due, underWay, dead] = [row('due', 0), row('due', 1), row('dead', 0)]
    return {
      deliveries: {
        due: due?.deliveries ?? 0,
        underWay: underWay?.deliveries ?? 0,
        dead: dead?.deliveries ?? 0,
      },
      unbooked: { waiting: unbookedAs('waiting'), conflict: unbookedAs('conflict') },
      mails: {
        due: 0,
        refused: 0,
        dead: 0,
        ...Object.fromEntries(mails.all().map(({ state, n }) => [state, Number(n)])),
      },
      oldestLeadAt: due || underWay ? Math.min(due?.since ?? Infinity, underWay?.since ?? Infinity) : null,
      bytes: { database: bytesOf(file), log: bytesOf(`${file}-wal`), free: freeBytes(file) },
    }
  }
}

/** On the disk of `file`, for this user. */
export function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(file)
  return bavail * bsize
}

interface Row {
  state: 'due' | 'dead'
  under_way: number
  deliveries: number
  since: number
}

/** 0 for a file that is not there: the log is made with the first write. */
function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
