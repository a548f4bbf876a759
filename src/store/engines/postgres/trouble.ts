import { DatabaseError } from 'pg'
import type { Trouble } from '../../storeState.ts'
import { NotKept } from '../../store.ts'

/** The trouble that an error of PostgreSQL, or of the way to it, tells of; null for a write that is refused for its own sake. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof DatabaseError)) return isOfConnection(error) ? OUT_OF_REACH : null
  const { code = '' } = error
  return TROUBLES[code] ?? TROUBLES[code.slice(0, 2)] ?? null
}

/** Whether the same batch may be kept when it is tried again: another process was in its way. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && PASSING.has(error.code ?? '')
}

/** Serialization failure, deadlock. Source: postgresql.org/docs/current/errcodes-appendix.html. */
const PASSING = new Set(['40001', '40P01'])

const OUT_OF_REACH: Trouble = {
  name: 'out of reach',
  sentence:
    'PostgreSQL cannot be reached or has ended the connection: see to its server and to the way there.',
}

const DAMAGED: Trouble = {
  name: 'damaged',
  sentence: 'The database is damaged: stop the server, then restore the newest backup of PostgreSQL.',
  isFinal: true,
}

const TROUBLES: Readonly<Record<string, Trouble>> = {
  // A class by its first two signs, or one condition.
  '08': OUT_OF_REACH,
  '57P01': OUT_OF_REACH,
  '57P02': OUT_OF_REACH,
  '57P03': OUT_OF_REACH,
  '25006': {
    name: 'read-only',
    sentence: 'PostgreSQL takes no writes: DATABASE_URL has to name the primary, not a standby.',
  },
  '53': {
    name: 'full',
    sentence: 'PostgreSQL has no room left, on its disk or for connections: make some.',
  },
  '58': { name: 'failing', sentence: 'The disk of PostgreSQL refuses to read or write: see to the disk.' },
  XX001: DAMAGED,
  XX002: DAMAGED,
}

/** The driver's own errors have no type: those of the system have a code, those of a connection that ended these words. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return SYSTEM.test((error as { code?: string }).code ?? '') || CONNECTION.test(error.message)
}

const SYSTEM = /^(E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND)/
const CONNECTION = /^Connection terminated|not queryable$|^timeout e/

/** What a caller is told of an error: that nothing is wrong with what it asked, where the trouble is the database's. */
export function asNotKept(error: unknown): unknown {
  const trouble = troubleOf(error)
  return trouble ? new NotKept(trouble.sentence, { cause: error }) : error
}
