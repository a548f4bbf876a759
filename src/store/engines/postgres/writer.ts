import { DatabaseError, type Client } from 'pg'
import { openTally } from '../../totals/tally.ts'
import { openWrites, sessionOf, type Write } from '../../verbs.ts'
import { keepBatch, refuseAll, type Batch, type BatchReply, type BatchStep } from '../batch.ts'
import { openGathering } from '../gathering.ts'
import { connect } from './connection.ts'
import { driveAtOnce, drivesTogether } from './driver.ts'
import { COUNTS_TOTALS, TAKE_SLOT, takeLock } from './locks.ts'
import { isPassing, troubleOf } from './trouble.ts'

/** The one connection that writes: a batch of writes in one transaction, and the next one gathers meanwhile. Where the connection
 *  is lost it makes another for the next batch. */
export function openWriter(
  url: string,
  { quarantineRows, deadlineMs }: { quarantineRows: number; deadlineMs: number },
) {
  const tally = openTally()
  // What was erased is overwritten by PostgreSQL's own vacuum.
  const ruleOf = openWrites({ tally, quarantineRows, onErase() {} })
  const gathering = openGathering({
    commit: (writes) => void keep(writes).then((reply) => gathering.settle(reply)),
  })
  let connection: Client | null = null
  /** The start of the transaction, for which its first statements do not wait: the database runs them in their order. */
  let begun: Promise<void> = Promise.resolve()

  async function keep(batch: readonly Write[]): Promise<BatchReply> {
    try {
      connection ??= await connectToWrite(
        url,
        (client) => void (connection === client && (connection = null)),
      )
    } catch (error) {
      return refuseAll(batch, troubleOf(error) ?? String(error))
    }
    const { stream } = connection.connection
    // What waits for a standby or for a lock is ended by no timeout of the server's.
    const deadline = setTimeout(() => stream.destroy(), deadlineMs)
    const reply = await runSteps(keepBatch(batch, { tally, troubleOf, isPassing }), connection)
    clearTimeout(deadline)
    if (reply.trouble) drop()
    return reply
  }

  /** Whatever is the matter with a connection, a new one has not. */
  function drop(): void {
    void connection?.end().catch(() => {})
    connection = null
  }

  async function runSteps<T>(steps: Batch<T>, client: Client): Promise<T> {
    let turn = steps.next()
    while (!turn.done) {
      let answer: unknown
      try {
        answer = await act(turn.value, client)
      } catch (error) {
        turn = steps.throw(error)
        continue
      }
      turn = steps.next(answer)
    }
    return turn.value
  }

  async function act(step: BatchStep, client: Client): Promise<unknown> {
    if (typeof step === 'object' && 'begin' in step) {
      begun = begin(step.begin, client)
      begun.catch(() => {})
      return
    }
    try {
      return await goOn(step, client)
    } catch (error) {
      // What failed first is the reason.
      await begun
      throw error
    }
  }

  async function goOn(step: Exclude<BatchStep, { begin: unknown }>, client: Client): Promise<unknown> {
    if (step === 'roll back') return client.query('ROLLBACK').catch(() => {})
    if (typeof step === 'string') return client.query(TRANSACTION[step])
    return 'totals' in step ? driveAtOnce(client, step.totals) : runWrites(step.writes, client)
  }

  /** The writes of one session run one after the other, those of several beside each other: what all of them do next is one
   *  statement, or several on their way at once. One that goes by what others wrote runs alone. */
  async function runWrites(writes: readonly Write[], client: Client): Promise<unknown[]> {
    const values: unknown[] = []
    const drive = drivesTogether(client)
    const inTurn = async (indices: readonly number[]) => {
      for (const i of indices) values[i] = await drive(ruleOf(writes[i]!))
    }
    for (const sessions of besideEachOther(writes)) {
      const ended = await Promise.allSettled([...sessions.values()].map(inTurn))
      const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      if (errors.length > 0) throw errors.find((error) => !isAfterAnother(error)) ?? errors[0]
    }
    return values
  }

  const { write, watch, onEnd, waiting } = gathering
  return {
    write,
    watch,
    onEnd,
    waiting,
    /** What was written before is finished first. */
    async close(): Promise<void> {
      await gathering.close()
      drop()
    },
  }
}

const TRANSACTION = {
  commit: 'COMMIT',
  mark: 'SAVEPOINT write',
  'back to mark': 'ROLLBACK TO write',
  'drop mark': 'RELEASE write',
} as const

async function connectToWrite(url: string, onEnd: (client: Client) => void): Promise<Client> {
  const client = await connect(url, onEnd)
  await client.query(TAKE_SLOT)
  await client.query(BY_KEYS)
  await client.query(COUNTS_TOTALS)
  return client
}

/** What it writes is found by keys. A plan is kept with its statement, and one that was made while a table was small, or before
 *  PostgreSQL had looked at it, would read the whole table for each batch. */
const BY_KEYS = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off'

/** Takes the rows of all sessions in the order of their keys: two processes that took them in different orders would wait for
 *  each other. A session is as the rules see it until the commit. */
async function begin(writes: readonly Write[], client: Client): Promise<void> {
  const sessions = writes.map(sessionOf)
  const uuids = [...new Set(sessions.filter((uuid) => uuid !== null))]
  // It has its number before it takes any of a row: see Dialect.openTransactions.
  const asked = [client.query('BEGIN'), client.query(TAKE_NUMBER)]
  if (uuids.length > 0) asked.push(client.query({ ...LOCK_SESSIONS, values: [uuids] }))
  if (sessions.includes(null)) asked.push(client.query(takeLock('writing')))
  await Promise.all(asked)
}

const TAKE_NUMBER = { name: 'take number', text: 'SELECT pg_current_xact_id()' }

const LOCK_SESSIONS = {
  name: 'lock sessions',
  text: 'SELECT session FROM sessions WHERE uuid = ANY($1) ORDER BY uuid FOR NO KEY UPDATE',
}

/** The indices of writes by their sessions, in stretches that may run beside each other. */
function besideEachOther(writes: readonly Write[]): Map<string, number[]>[] {
  const stretches: Map<string, number[]>[] = []
  let stretch: Map<string, number[]> | null = null
  for (const [i, write] of writes.entries()) {
    const session = sessionOf(write)
    if (session === null || !stretch) stretches.push((stretch = new Map()))
    const known = stretch.get(session ?? '')
    if (known) known.push(i)
    else stretch.set(session ?? '', [i])
    if (session === null) stretch = null
  }
  return stretches
}

/** Whether a statement failed only because one before it did: "current transaction is aborted". */
function isAfterAnother(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}
