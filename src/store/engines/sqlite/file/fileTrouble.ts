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
    'The database is damaged: stop the server, then restore the newest backup by leadloom restore FILE.',
  isFinal: true,
}

const REPLACED: Trouble = {
  name: 'replaced',
  sentence:
    'The file of the database was replaced, moved or deleted while the server runs: stop the server, put the file back or restore the newest backup by leadloom restore FILE, and start it again.',
  isFinal: true,
}

const OUT_OF_REACH: Trouble = {
  name: 'out of reach',
  sentence: 'The files of the database cannot be opened: see that its folder is there, and writable.',
}

/** Troubles that are found without an error of SQLite. */
export const FOUND = { damaged: DAMAGED, replaced: REPLACED, outOfReach: OUT_OF_REACH } as const

const TROUBLES: Readonly<Record<number, Trouble>> = {
  5: { name: 'held', sentence: 'Another program has held the database for too long: end it.' },
  8: {
    name: 'read-only',
    sentence: 'The database can no longer be written: make its disk and its folder writable again.',
  },
  10: {
    name: 'failing',
    sentence:
      'The disk of the database refuses to read or write: see to the disk, or to a limit on its files.',
  },
  11: DAMAGED,
  13: { name: 'full', sentence: 'The disk of the database is full: make room on it.' },
  14: OUT_OF_REACH,
  // The content is no longer a database.
  26: DAMAGED,
}
