import { Client, DatabaseError } from 'pg'
import { isUnusable, unusable } from '../../kernel/storeErrors.ts'
import { oldSchema } from '../oldSchema.ts'
import { connect } from './connection.ts'
import { takeLock } from './locks.ts'
import { isPassing } from './trouble.ts'
import { SCHEMA_39 } from './schema39.ts'
import { SCHEMA_40 } from './schema40.ts'
import { SCHEMA_41 } from './schema41.ts'
import { SCHEMA_42 } from './schema42.ts'
import { SCHEMA_43 } from './schema43.ts'
import { SCHEMA_44 } from './schema44.ts'
import { SCHEMA_45 } from './schema45.ts'
import { SCHEMA_46 } from './schema46.ts'
import { SCHEMA_47 } from './schema47.ts'
import { SCHEMA_48 } from './schema48.ts'
import { SCHEMA_49 } from './schema49.ts'
import { SCHEMA_50 } from './schema50.ts'
import { SCHEMA_51 } from './schema51.ts'
import { SCHEMA_52 } from './schema52.ts'
import { SCHEMA_53 } from './schema53.ts'
import { SCHEMA, SCHEMA_NUMBER } from './postgresSchema.ts'

/** Changes of the schema since SCHEMA, in order: the first one makes schema SCHEMA_NUMBER + 1. Each is in a file
 *  named by its number, such as schema39.ts, and never changes once it ran somewhere. Add the next one at the end. */
export const MIGRATIONS: readonly string[] = [
  SCHEMA_39,
  SCHEMA_40,
  SCHEMA_41,
  SCHEMA_42,
  SCHEMA_43,
  SCHEMA_44,
  SCHEMA_45,
  SCHEMA_46,
  SCHEMA_47,
  SCHEMA_48,
  SCHEMA_49,
  SCHEMA_50,
  SCHEMA_51,
  SCHEMA_52,
  SCHEMA_53,
]

/** Every schema after this one only adds to it, so all releases since can run side by side while servers are replaced one by one, and an
 *  older one can start again after a newer one. Columns and tables that are no longer used are dropped a release later; then this is
 *  raised to the last schema that used them. */
export const ONLY_ADDED_SINCE = SCHEMA_NUMBER + 1

/** Oldest version that the PostgreSQL project still supports. */
const OLDEST = 15

/** Checks that the database can be used, and updates its schema. Processes that start together take turns. `isMoving`: called by a move,
 *  which alone may use a database that it hasn't filled yet, and which names it by --to. Rejects with one plain sentence that says what
 *  is wrong and how to fix it, never with the password. */
export async function prepareDatabase(
  url: string,
  { isMoving = false, migrations = MIGRATIONS }: { isMoving?: boolean; migrations?: readonly string[] } = {},
): Promise<void> {
  const setting = isMoving ? '--to' : 'DATABASE_URL'
  const place = placeOf(url, setting)
  const refuse = (cause: unknown): never => {
    const reason = refusalOf(cause, { place, setting })
    throw reason === null ? cause : unusable(`${place} ${reason} (${messageOf(cause)})`)
  }
  const client = await connect(url).catch(refuse)
  try {
    const wrong = wrongWith(await factsOf(client))
    if (wrong) throw unusable(`${setting} names ${place}, ${wrong}`)
    if (await isPooled(client, url))
      throw unusable(
        `${setting} names ${place}, a pooler that uses another connection for each transaction. Set it to pool_mode = session, or connect to PostgreSQL directly.`,
      )
    await migrate(client, migrations, { place, setting })
    if (!isMoving && (await hasUnfinishedMove(client)))
      throw unusable(
        `${place} has an unfinished copy from leadloom move. Run that again first, with the same DATA_DIR.`,
      )
  } catch (error) {
    refuse(error)
  } finally {
    await client.end()
  }
}

/** Table that exists until a move has ended. */
export const UNFINISHED_MOVE = 'unfinished_move'

export async function hasUnfinishedMove(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `SELECT CAST(to_regclass('${UNFINISHED_MOVE}') AS text) AS found`,
  )
  return rows[0]!.found !== null
}

/** Target of a setting's URL, without its password. Throws one plain sentence if the URL is invalid. */
export function placeOf(url: string, setting = 'DATABASE_URL'): string {
  const parts = URL.canParse(url) ? new URL(url) : null
  if (!parts || !/^postgres(ql)?:$/.test(parts.protocol) || !parts.hostname || parts.pathname.length < 2)
    throw unusable(
      `${setting} must be like postgres://user:password@host:5432/database, with characters such as @, / and % in the password written as %40, %2F and %25.`,
    )
  return `${parts.hostname}:${parts.port || '5432'}${parts.pathname}`
}

/** Facts to check about a server before it stores any of our data. */
export interface Facts {
  version: number
  isStandby: boolean
  fsync: string
  commits: string
  encoding: string
}

/** Problem of a server and how to fix it; null if there is none. */
export function wrongWith({ version, isStandby, fsync, commits, encoding }: Facts): string | null {
  if (version < OLDEST * 10_000)
    return `which is PostgreSQL ${Math.floor(version / 10_000)}. Use version ${OLDEST} or newer.`
  if (isStandby) return 'which is a standby and doesn’t accept writes. Use the primary.'
  if (fsync === 'off')
    return 'which runs with fsync = off and could lose saved data. Set it to on in postgresql.conf.'
  if (commits === 'off')
    return 'which runs with synchronous_commit = off and could lose saved data. Set it to on.'
  if (encoding !== 'UTF8')
    return `which stores text as ${encoding}, without all characters that visitors type. Create it with createdb -E UTF8 -T template0.`
  return null
}

async function factsOf(client: Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `SELECT CAST(current_setting('server_version_num') AS INT) AS version, pg_is_in_recovery() AS "isStandby",
       current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
       current_setting('server_encoding') AS encoding`,
  )
  return rows[0]!
}

/** True if connections to `url` share those of the server, as with a pooler in transaction mode. A direct connection has the same server
 *  connection each time, even while a second one is in use. With a pooler, another client could end up with a connection's own lock. A
 *  busy pooler may give the same connection by chance, so this checks several times. */
async function isPooled(client: Client, url: string): Promise<boolean> {
  const second = await connect(url)
  try {
    const first = await backendOf(client)
    for (let look = 0; look < LOOKS; look++) {
      if ((await backendOf(client)) !== first) return true
      await second.query('BEGIN')
      if ((await backendOf(second)) === first || (await backendOf(client)) !== first) return true
      await second.query('ROLLBACK')
    }
    return false
  } finally {
    await second.end()
  }
}

const LOOKS = 3

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ backend: number }>('SELECT pg_backend_pid() AS backend')
  return rows[0]!.backend
}

/** Runs each migration in its own transaction, so that completed ones stay if the next is cut off. A migration that servers of the
 *  previous release blocked is tried again. */
async function migrate(client: Client, migrations: readonly string[], named: Named): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await migrateToNewest(client, migrations, named)
    } catch (error) {
      if (!isPassing(error) || tries === MOST_TRIES) throw error
      await client.query('ROLLBACK')
    }
}

const MOST_TRIES = 10

async function migrateToNewest(client: Client, migrations: readonly string[], named: Named): Promise<void> {
  const newest = SCHEMA_NUMBER + migrations.length
  for (;;) {
    await client.query('BEGIN')
    await client.query(takeLock('migrating'))
    const { schema: known, oldest } = await schemaOf(client, named)
    if (oldest > newest)
      throw unusable(
        `${named.place} was written by a newer release (schema ${known}, this one supports ${newest}). Start that release, or restore a backup from before it.`,
      )
    if (known > 0 && known < SCHEMA_NUMBER) throw unusable(oldSchema(named.place, known))
    const [migration, made] =
      known === 0 ? [SCHEMA, SCHEMA_NUMBER] : [migrations[known - SCHEMA_NUMBER], known + 1]
    if (migration !== undefined)
      await client.query(`${migration};
        DELETE FROM leadloom;
        INSERT INTO leadloom (schema, oldest) VALUES (${made}, ${ONLY_ADDED_SINCE})`)
    await client.query('COMMIT')
    if (migration === undefined) return
  }
}

/** Schema number of a database, and the oldest one whose release can use it; 0 for an empty database. Throws if it has tables that
 *  aren't ours. */
async function schemaOf(
  client: Client,
  { place, setting }: Named,
): Promise<{ schema: number; oldest: number }> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relnamespace = CAST(current_schema AS regnamespace)',
  )
  if (rows.length === 0) return { schema: 0, oldest: 0 }
  if (!rows.some(({ name }) => name === 'leadloom'))
    throw unusable(
      `${place} has another program's tables (${rows[0]!.name}). Use a separate database in ${setting}.`,
    )
  const { rows: known } = await client.query<{ schema: number; oldest?: number }>('SELECT * FROM leadloom')
  const { schema = 0, oldest = schema } = known[0] ?? {}
  return { schema, oldest }
}

/** A database as its operator named it: its place, and the setting. */
interface Named {
  place: string
  setting: string
}

/** Reason that PostgreSQL or the connection to it refuses us, by the error code of the server or the system; null for our own faults. */
function refusalOf(error: unknown, { place, setting }: Named): string | null {
  if (isUnusable(error)) return null
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  const database = place.slice(place.indexOf('/') + 1)
  const sentences: Readonly<Record<string, string>> = {
    '28': `rejected this user or password. Correct them in ${setting}.`,
    '3D000': `has no database with this name. Create it with createdb, or correct the name in ${setting}.`,
    '53': 'accepts no more connections. Raise max_connections, or stop other programs.',
    '57': 'is starting or stopping. Try again once it runs.',
    '25006': 'doesn’t accept writes. Set default_transaction_read_only to off.',
    '42501': `doesn’t let this user create and use tables. Run ALTER DATABASE ${database} OWNER TO with this user.`,
  }
  const sentence = sentences[code] ?? sentences[code.slice(0, 2)]
  if (sentence !== undefined) return sentence
  if (error instanceof DatabaseError && error.severity === 'ERROR') return null
  return `can’t be reached. Check that PostgreSQL is running there and that ${setting} has its host and port.`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
