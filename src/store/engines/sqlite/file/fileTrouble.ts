import type { Trouble } from '../../../kernel/storeState.ts'

/** Trouble behind an error of SQLite; null if only the write itself is refused. */
export function troubleOf(error: unknown): Trouble | null {
  const code = (error as { errcode?: unknown }).errcode
  return (typeof code === 'number' && TROUBLES[code & PRIMARY]) || null
}

/** The low byte of an extended result code is the primary one. Source: sqlite.org/rescode.html. */
const PRIMARY = 0xff

const DAMAGED: Trouble = {
  name: 'damaged',
  sentence:
    'The database is damaged. Stop the server, then restore the newest backup with leadloom restore FILE.',
  isFinal: true,
}

const REPLACED: Trouble = {
  name: 'replaced',
  sentence:
    'The database file was replaced, moved or deleted while the server was running. Stop the server, put the file back or restore the newest backup with leadloom restore FILE, and start it again.',
  isFinal: true,
}

const OUT_OF_REACH: Trouble = {
  name: 'out of reach',
  sentence: 'The database files can’t be opened. Check that their folder exists and is writable.',
}

/** Troubles that are found without an error of SQLite. */
export const FOUND = { damaged: DAMAGED, replaced: REPLACED, outOfReach: OUT_OF_REACH } as const

const TROUBLES: Readonly<Record<number, Trouble>> = {
  5: { name: 'held', sentence: 'Another program has locked the database for too long. Stop it.' },
  8: {
    name: 'read-only',
    sentence: 'The database can no longer be written. Make its disk and its folder writable again.',
  },
  10: {
    name: 'failing',
    sentence:
      'The database’s disk has read or write errors. Check the disk, and whether files have reached a size limit.',
  },
  11: DAMAGED,
  13: { name: 'full', sentence: 'The database’s disk is full. Free up some space.' },
  14: OUT_OF_REACH,
  // The content is no longer a database.
  26: DAMAGED,
}
