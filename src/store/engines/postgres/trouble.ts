import { DatabaseError } from 'pg'
import type { Trouble } from '../../kernel/storeState.ts'
import { NotKept } from '../../kernel/storeErrors.ts'
import { OVERLOADED } from '../gathering.ts'
import { connect } from './connection.ts'

/** Trouble behind an error of PostgreSQL or of the connection to it; null if only the write itself is refused. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof DatabaseError)) return isOfConnection(error) ? OUT_OF_REACH : null
  const { code = '' } = error
  return TROUBLES[code] ?? TROUBLES[code.slice(0, 2)] ?? null
}

/** True if the same batch may succeed on another try, because another process was in its way. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && PASSING.has(error.code ?? '')
}

/** Serialization failure, deadlock. Source: postgresql.org/docs/current/errcodes-appendix.html. */
const PASSING = new Set(['40001', '40P01'])

export const OUT_OF_REACH: Trouble = {
  name: 'out of reach',
  sentence: "PostgreSQL can't be reached or closed the connection. Check its server and the network.",
}

export const UNCONFIRMED: Trouble = {
  name: 'no standby confirms',
  sentence:
    'No PostgreSQL standby confirms commits. Start one of synchronous_standby_names, or check the network.',
}

const LOCKED: Trouble = {
  name: 'locked',
  sentence: 'Something else has held a lock in PostgreSQL for too long. Check pg_locks and pg_stat_activity.',
}

/** Reason that PostgreSQL doesn't answer on a connection, according to the server process behind it. */
export async function troubleOfBackend(url: string, pid: number): Promise<Trouble> {
  try {
    const client = await connect(url, { use: 'reading' })
    const { rows } = await client
      .query<{ type: string | null; event: string | null }>(WAITS_FOR, [pid])
      .finally(() => void client.end())
    const [backend] = rows
    if (backend?.event === 'SyncRep') return UNCONFIRMED
    return backend?.type === 'Lock' ? LOCKED : backend ? OVERLOADED : OUT_OF_REACH
  } catch (error) {
    return troubleOf(error) ?? OUT_OF_REACH
  }
}

/** Source: postgresql.org/docs/current/monitoring-stats.html, "Wait Events". */
const WAITS_FOR = 'SELECT wait_event_type AS type, wait_event AS event FROM pg_stat_activity WHERE pid = $1'

const DAMAGED: Trouble = {
  name: 'damaged',
  sentence: 'The database is damaged. Stop the server, then restore the newest backup of PostgreSQL.',
  isFinal: true,
}

const TROUBLES: Readonly<Record<string, Trouble>> = {
  // Keys are a class of codes (first two characters) or one code.
  '08': OUT_OF_REACH,
  '57P01': OUT_OF_REACH,
  '57P02': OUT_OF_REACH,
  '57P03': OUT_OF_REACH,
  '57P05': OUT_OF_REACH,
  // The transaction was idle for too long, for example because this process was frozen, so nothing of it was saved.
  '25P03': OUT_OF_REACH,
  '55P03': LOCKED,
  '57014': OVERLOADED,
  '25006': {
    name: 'read-only',
    sentence: 'PostgreSQL doesn’t accept writes. DATABASE_URL must point to the primary, not to a standby.',
  },
  '53100': { name: 'full', sentence: 'PostgreSQL’s disk is full. Free up some space.' },
  '53': { name: 'full', sentence: 'PostgreSQL is out of connections or memory. Free up some.' },
  '58': { name: 'failing', sentence: 'PostgreSQL’s disk has read or write errors. Check the disk.' },
  XX001: DAMAGED,
  XX002: DAMAGED,
}

/** True for errors without a type from the driver: those of the system have a code, those of a closed connection these messages. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return SYSTEM.test((error as { code?: string }).code ?? '') || CONNECTION.test(error.message)
}

const SYSTEM = /^(E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND)/
const CONNECTION = /^Connection terminated|not queryable$|^timeout e/

/** Error for the caller. If the trouble is the database's, it says that the request itself is fine. */
export function asNotKept(error: unknown): unknown {
  const trouble = troubleOf(error)
  return trouble ? new NotKept(trouble.sentence, { cause: error }) : error
}
