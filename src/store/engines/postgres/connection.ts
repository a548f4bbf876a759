import { Client, Pool, types, type ClientBase, type ClientConfig, type CustomTypesConfig } from 'pg'

/** Longest wait for a host that doesn't answer. */
const CONNECT_MS = 10_000

/** Parsed as JavaScript numbers, because ours are all below 2^53. A sum of int8 is numeric. */
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

/** Seconds until a silent connection is probed, and between probes; and the number of unanswered probes after which it is closed. */
const KEEPALIVE = { idle: 5, interval: 2, count: 3 } as const

/** Settings for PostgreSQL itself to release the locks of a connection whose other end is frozen or cut off. Source:
 *  postgresql.org/docs/current/runtime-config-client.html, "Statement Behavior", and runtime-config-connection.html, "TCP Settings". */
const EVERY_CONNECTION = `SET tcp_keepalives_idle = ${KEEPALIVE.idle};
  SET tcp_keepalives_interval = ${KEEPALIVE.interval};
  SET tcp_keepalives_count = ${KEEPALIVE.count};
  SET tcp_user_timeout = 10000;`

/** Longest time that a report may take. */
export const REPORT_MS = 300_000

/** Longest time that a write waits for a lock. */
export const LOCK_MS = 8000

/** Further limits of a connection by its use; milliseconds. */
const BOUNDS = {
  /** Migrations and a move take their time, and wait for each other. */
  schema: {},
  /** A transaction that is idle for three seconds belongs to a process that is frozen or out of reach, and its locks block everyone. The
   *  wait for a lock is longer than that, and shorter than a write may take. */
  writing: { idle_in_transaction_session_timeout: 3000, lock_timeout: LOCK_MS },
  reading: { statement_timeout: 10_000 },
  /** Ten million visits take seconds. */
  reports: { statement_timeout: REPORT_MS },
  /** A process beats more often than that; see heartbeat.ts. */
  presence: { idle_session_timeout: 10_000, idle_in_transaction_session_timeout: 3000, lock_timeout: 3000 },
} as const

export type Use = keyof typeof BOUNDS

function settingsOf(use: Use): string {
  const bounds = Object.entries(BOUNDS[use]).map(([name, ms]) => `SET ${name} = ${ms};`)
  return [EVERY_CONNECTION, ...bounds, LOOKS_FOR_CLIENT].join('\n')
}

/** While a statement runs or waits for a lock, makes PostgreSQL check that the client still waits for the answer. Not every system
 *  supports this. */
const LOOKS_FOR_CLIENT = `DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '1000', false);
  EXCEPTION WHEN OTHERS THEN NULL; END $$`

/** One connection, on which statements are sent without waiting for earlier answers. `onEnd` is called when it ends, even while it is
 *  idle. */
export async function connect(
  url: string,
  { use = 'schema', onEnd = () => {} }: { use?: Use; onEnd?: () => void } = {},
): Promise<Client> {
  const client = new Client({ ...configOf(url), pipeline: true })
  // If a connection breaks, the statements on it fail, and they are handled there.
  client.on('error', () => {})
  client.on('end', onEnd)
  await client.connect()
  await inTime(client, CONNECT_MS, client.query(settingsOf(use))).catch((error: unknown) => {
    cut(client)
    throw error
  })
  return client
}

/** Pool of at most `max` connections, made as needed, and renewed after a while, because an address may lead to another server by then. */
export function openPool(url: string, max: number, use: Use = 'reading'): Pool {
  const pool = new Pool({
    ...configOf(url),
    max,
    maxLifetimeSeconds: OLDEST_MS / 1000,
    onConnect: (client) => client.query(settingsOf(use)),
  })
  pool.on('error', () => {})
  // Also for connections in use, which the pool doesn't listen to; otherwise their errors would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Age at which a connection is renewed. */
const OLDEST_MS = 60_000
/** Time to wait for the other end when a connection ends. */
const ENDING_MS = 1000

/** Waits for an answer, and ends the connection if it takes too long, because a network that drops everything gives no sign. */
export async function inTime<T>(client: ClientBase, ms: number, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => cut(client), ms)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}

/** Ends a connection immediately; pending answers on it fail. */
export function cut(client: ClientBase): void {
  ;(client as Client).connection.stream.destroy()
}

/** One connection of a kind, made on first use, and made again once it is lost, dropped, or old. */
export interface Line {
  client(): Promise<Client>
  /** Drops a connection that may have any problem; the next one won't. Statements on it are still answered. */
  letGo: () => void
  close(): Promise<void>
}

/** `prepare`: first statements on each connection. */
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
      // The old one ends first, because its resources, such as the number of a slot, pass to the next one.
      if (made !== null && performance.now() - madeAt > oldestMs) await end()
      return (made ??= connectAnew())
    },
    letGo: () => void takeOut()?.then((before) => before?.end()),
    close: end,
  }
}
