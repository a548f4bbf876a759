import { Client, Pool, types, type ClientConfig, type CustomTypesConfig } from 'pg'

/** How every connection is made: it speaks of itself by name, and waits for a host that does not answer no longer than this. */
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
    types: ourTypes,
  }
}

/** One connection, on which statements are sent without waiting for the answers of those before. `onEnd` is called when it ends,
 *  also while nothing is asked on it. */
export async function connect(url: string, onEnd: (client: Client) => void = () => {}): Promise<Client> {
  const client = new Client({ ...configOf(url), pipeline: true })
  // One that breaks fails what is asked on it: that is where it is met.
  client.on('error', () => {})
  client.on('end', () => onEnd(client))
  await client.connect()
  return client
}

/** At most `max` connections, made as they are needed. */
export function openPool(url: string, max: number): Pool {
  const pool = new Pool({ ...configOf(url), max })
  pool.on('error', () => {})
  // Also of one that is in use, for which the pool does not listen: it would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
