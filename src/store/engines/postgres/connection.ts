import { Client, Pool, types, type ClientBase, type ClientConfig, type CustomTypesConfig } from 'pg'

/** The longest wait for a host that does not answer. */
const CONNECT_MS = 10_000

/** Numbers as JavaScript has them: ours are all below 2^53. A sum of int8 is numeric. */
const NUMBERS = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC])
const ourTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format as 'text')),
}

function configOf(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'leadloom',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1000 * KEEPALIVE.idle,
    types: ourTypes,
  }
}

/** Seconds until a connection that says nothing is asked whether it is still there, and asked again; and after how many of these
 *  without an answer it is over. */
const KEEPALIVE = { idle: 5, interval: 2, count: 3 } as const

/** What PostgreSQL does by itself about a connection whose other end is frozen or cut off, so that what it holds is let go. Source:
 *  postgresql.org/docs/current/runtime-config-client.html, "Statement Behavior", and runtime-config-connection.html, "TCP Settings". */
const EVERY_CONNECTION = `SET tcp_keepalives_idle = ${KEEPALIVE.idle};
  SET tcp_keepalives_interval = ${KEEPALIVE.interval};
  SET tcp_keepalives_count = ${KEEPALIVE.count};
  SET tcp_user_timeout = 10000;`

/** The longest that a report may take. */
export const REPORT_MS = 300_000

/** The longest that a write waits for a lock. */
export const LOCK_MS = 8000

/** What bounds a connection besides, by what it is for; milliseconds. */
const BOUNDS = {
  /** Migrations and a move take their time, and wait for each other. */
  schema: {},
  /** A transaction that says nothing for three seconds belongs to a process that is frozen or out of reach: the locks it holds are
   *  everybody's. A lock is waited for longer than that, and for less than a write may take. */
  writing: { idle_in_transaction_session_timeout: 3000, lock_timeout: LOCK_MS },
  reading: { statement_timeout: 10_000 },
  /** Ten million visits take seconds. */
  reports: { statement_timeout: REPORT_MS },
  /** A process beats more often than that: see heartbeat.ts. */
  presence: { idle_session_timeout: 10_000, idle_in_transaction_session_timeout: 3000, lock_timeout: 3000 },
} as const

export type Use = keyof typeof BOUNDS

function settingsOf(use: Use): string {
  const bounds = Object.entries(BOUNDS[use]).map(([name, ms]) => `SET ${name} = ${ms};`)
  return [EVERY_CONNECTION, ...bounds, LOOKS_FOR_CLIENT].join('\n')
}

/** While a statement runs or waits for a lock, PostgreSQL looks whether anybody still waits for its answer. Not every system can. */
const LOOKS_FOR_CLIENT = `DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '1000', false);
  EXCEPTION WHEN OTHERS THEN NULL; END $$`

/** One connection, on which statements are sent without waiting for the answers of those before. `onEnd` is called when it ends,
 *  also while nothing is asked on it. */
export async function connect(
  url: string,
  { use = 'schema', onEnd = () => {} }: { use?: Use; onEnd?: () => void } = {},
): Promise<Client> {
  const client = new Client({ ...configOf(url), pipeline: true })
  // One that breaks fails what is asked on it: that is where it is met.
  client.on('error', () => {})
  client.on('end', onEnd)
  await client.connect()
  await inTime(client, CONNECT_MS, client.query(settingsOf(use))).catch((error: unknown) => {
    cut(client)
    throw error
  })
  return client
}

/** At most `max` connections, made as they are needed, and made anew after a while: an address may lead to another server by then. */
export function openPool(url: string, max: number, use: Use = 'reading'): Pool {
  const pool = new Pool({
    ...configOf(url),
    max,
    maxLifetimeSeconds: OLDEST_MS / 1000,
    onConnect: (client) => client.query(settingsOf(use)),
  })
  pool.on('error', () => {})
  // Also of one that is in use, for which the pool does not listen: it would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** How old a connection gets. */
const OLDEST_MS = 60_000
/** How long the other end is waited for when a connection ends. */
const ENDING_MS = 1000

/** What is asked on a connection, which ends where the answer takes too long: a network that drops everything says nothing. */
export async function inTime<T>(client: ClientBase, ms: number, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => cut(client), ms)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}

/** Ends a connection without a word: whoever waits for an answer on it hears of that. */
export function cut(client: ClientBase): void {
  ;(client as Client).connection.stream.destroy()
}

/** One connection of a kind, made when it is first asked for, and anew where it was lost, let go or is old. */
export interface Line {
  client(): Promise<Client>
  /** Whatever is the matter with a connection, the next one has not. What was asked on it is answered. */
  letGo: () => void
  close(): Promise<void>
}

/** `prepare`: what is asked on each connection before anything else. */
export function openLine(
  url: string,
  {
    use,
    oldestMs = OLDEST_MS,
    prepare = async () => {},
  }: { use: Use; oldestMs?: number; prepare?: (client: Client) => Promise<void> },
): Line {
  let made: Promise<Client> | null = null
  let madeAt = 0

  function connectAnew(): Promise<Client> {
    madeAt = performance.now()
    const connecting = connect(url, { use, onEnd: () => made === connecting && (made = null) }).then(
      async (client) => {
        await prepare(client).catch((error: unknown) => {
          cut(client)
          throw error
        })
        return client
      },
    )
    connecting.catch(() => made === connecting && (made = null))
    return connecting
  }

  async function end(): Promise<void> {
    const before = await takeOut()
    if (before) await inTime(before, ENDING_MS, before.end())
  }

  function takeOut(): Promise<Client | null> | undefined {
    const before = made?.catch(() => null)
    made = null
    return before
  }

  return {
    async client() {
      // The one before ends first: what it holds, as the number of a slot, is the next one's.
      if (made !== null && performance.now() - madeAt > oldestMs) await end()
      return (made ??= connectAnew())
    },
    letGo: () => void takeOut()?.then((before) => before?.end()),
    close: end,
  }
}
