import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyWhole } from './copy.ts'
import { openForReading } from '../file/file.ts'
import { freeBytes } from '../../freeBytes.ts'

/** Copies the database before its schema is changed; if the new release has to be abandoned, the copy remains. The newest COPIES_KEPT
 *  are kept. `now`: epoch ms, for the copy's name. Resolves to that name. Rejects with one plain sentence if there is no room for it;
 *  then nothing was changed. */
export async function copyBeforeMigration(file: string, version: number, now: number): Promise<string> {
  const needed = 2 * (sizeOf(file) + sizeOf(`${file}-wal`)) + ROOM_BYTES
  const free = freeBytes(file)
  if (free < needed)
    throw new Error(
      `Before ${file} is upgraded to a newer schema, it’s copied. That needs ${mebibytes(needed)} MiB, but its disk has ${mebibytes(free)}. Free up some space, or move DATA_DIR.`,
    )
  const day = new Date(now).toISOString().replace(/\..*/, '').replaceAll(':', '-')
  const copy = file.replace(/\.db$/, `.schema-${version}.${day}.db`)
  const source = openForReading(file)
  try {
    await copyWhole(source, copy, {
      damaged: `${file} is damaged. Restore it from a backup with leadloom restore FILE.`,
      unwritable: `${copy} can’t be written. Make its folder writable for this user, and check that its disk has enough space.`,
    })
  } finally {
    source.close()
  }
  dropOldest(dirname(file))
  return copy
}

/** The previous release, and the one before that. */
const COPIES_KEPT = 2
/** Space besides the copy and the log, in which a migration may rewrite every row. */
const ROOM_BYTES = 16 * 1024 * 1024

const COPY = /^leadloom\.schema-\d+\.(.*)\.db$/

function dropOldest(folder: string): void {
  const copies = readdirSync(folder)
    .flatMap((name) => {
      const day = COPY.exec(name)?.[1]
      return day === undefined ? [] : { name, day }
    })
    .toSorted((a, b) => b.day.localeCompare(a.day))
  for (const { name } of copies.slice(COPIES_KEPT)) rmSync(join(folder, name), { force: true })
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
