import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import type { Trouble } from '../../storeState.ts'
import { openTally } from '../../totals/tally.ts'
import { openWrites, type Write } from '../../verbs.ts'
import { scopeOf, sessionOf, subjectsOf, type Scope } from '../../writeScopes.ts'
import { keepBatch, refuseAll, type Batch, type BatchReply, type BatchStep } from '../batch.ts'
import { openGathering } from '../gathering.ts'
import { cut, openLine } from './connection.ts'
import { driveAtOnce, drivesTogether } from './driver.ts'
import { COUNTS_TOTALS, TAKE_SLOT, takeLock, WRITE_BESIDE } from './locks.ts'
import { STILL_TAKEN, takeFree } from './subjectLocks.ts'
import { isPassing, OUT_OF_REACH, troubleOf, troubleOfBackend, UNCONFIRMED } from './trouble.ts'

/** One connection that writes: a batch of writes in one transaction, and the next one gathers meanwhile. Where the connection is lost it
 *  makes another, and looks by itself when writes are kept again: until then what arrives is refused at once.
 *  `onMove`: called before anything is written by a connection that leads to another server than the one before, or may. */
export function openWriter(
  url: string,
  {
    quarantineRows,
    deadlineMs,
    batchWrites,
    process = () => null,
    onMove = () => {},
  }: {
    quarantineRows: number
    deadlineMs: number
    /** The most that it commits at once. */
    batchWrites?: number
    /** The number by which others know whether this process lives. */
    process?: () => number | null
    onMove?: () => void
  },
) {
  const tally = openTally()
  // What was erased is overwritten by PostgreSQL's own vacuum.
  const ruleOf = openWrites({ tally, quarantineRows, process, onErase() {} })
  const gathering = openGathering({
    deadlineMs,
    ...(batchWrites !== undefined && { batchWrites }),
    commit: (writes, waitedMs) => {
      isPatient &&= waitedMs < PATIENCE_MS
      void commit(writes, Math.max(deadlineMs - waitedMs, deadlineMs / 5))
    },
  })
  /** Which of the writes that deliver, sell and send run in turn: see takeFree. */
  const groupOf = new WeakMap<Write, string>()
  /** Whether the oldest write of the next batch may find its locks taken and be tried again, or they are waited for. */
  let isPatient = true
  /** Where its connection leads. */
  let server: Backend | null = null
  const line = openLine(url, {
    use: 'writing',
    prepare: async (client) => {
      const before = server
      server = await prepareToWrite(client)
      if (before?.server !== server.server) onMove()
    },
  })
  /** The start of the transaction, for which its first statements do not wait: the database runs them in their order. */
  let begun: Promise<void> = Promise.resolve()
  /** A batch that was refused for it had no answer in time, and may be kept still: nothing else can be written until that is known. */
  let stuck: { reply: Promise<BatchReply>; client: Client } | null = null
  let known: Trouble | null = null
  let isClosed = false

  async function commit(batch: readonly Write[], withinMs: number): Promise<void> {
    const reply = await keep(batch, withinMs)
    const { trouble } = reply
    if (trouble && !trouble.isFinal) gathering.pause()
    gathering.settle(reply)
    if (trouble && !trouble.isFinal) await heal(trouble)
  }

  async function keep(batch: readonly Write[], withinMs: number): Promise<BatchReply> {
    let client: Client
    try {
      client = await line.client()
    } catch (error) {
      return refuseAll(batch, troubleOf(error) ?? String(error))
    }
    const running = runSteps(keepBatch(batch, { tally, troubleOf, isPassing: isInTheWay }), client)
    // The rest of the time is for finding out why.
    const reply = await within(0.9 * withinMs, running)
    if (reply === null) {
      stuck = { reply: running, client }
      return refuseAll(batch, await whyLate(client))
    }
    if (reply.trouble) line.letGo()
    return reply
  }

  /** Why a batch has no answer. One that waits for a standby is kept as soon as there is one, and only then is what it has locked
   *  free; whatever else it waits for, its connection ends. */
  async function whyLate(client: Client): Promise<Trouble> {
    const trouble = (await within(LOOK_MS, troubleOfBackend(url, server!.pid))) ?? OUT_OF_REACH
    if (trouble !== UNCONFIRMED) {
      onMove()
      cut(client)
    }
    return trouble
  }

  /** Looks until writes are kept again. What waits has a moment for that, as where PostgreSQL was only started anew; not after a batch
   *  that had no answer in time. */
  async function heal(met: Trouble): Promise<void> {
    known = met
    let isRefusing = false
    const refuse = () => {
      isRefusing = true
      if (known) gathering.refuse(known)
    }
    const grace = setTimeout(refuse, stuck ? 0 : GRACE_MS)
    for (;;) {
      const reply = await (stuck ? unstick(stuck) : keep(PROBE, PROBE_MS))
      if (!reply.trouble || isClosed) {
        clearTimeout(grace)
        known = null
        if (!reply.trouble) gathering.tell({ ...reply, writes: PROBE.length })
        return gathering.resume()
      }
      if (reply.trouble.name !== known.name) {
        known = reply.trouble
        gathering.tell({ ...reply, writes: 0 })
        if (isRefusing) refuse()
      }
      await sleep(isRefusing ? PROBE_EVERY_MS : GRACE_MS / 20)
    }
  }

  /** What became of a batch that is stuck, or why it still is. */
  async function unstick({ reply, client }: NonNullable<typeof stuck>): Promise<BatchReply> {
    const ended = await within(PROBE_EVERY_MS, reply)
    if (ended === null) return refuseAll(PROBE, await whyLate(client))
    stuck = null
    if (!ended.trouble) return ended
    // It ended because its connection did, which may be our doing.
    line.letGo()
    return refuseAll(PROBE, known ?? ended.trouble)
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
    try {
      return await goOn(step, client)
    } catch (error) {
      // What failed first is the reason.
      await begun
      throw error
    }
  }

  async function goOn(step: BatchStep, client: Client): Promise<unknown> {
    if (step === 'roll back') return client.query('ROLLBACK').catch(() => {})
    if (typeof step === 'string') return client.query(TRANSACTION[step])
    if ('begin' in step) return beginFor(step.begin, client)
    return 'totals' in step ? driveAtOnce(client, step.totals) : runWrites(step, client)
  }

  /** Gives those that cannot be run in the transaction. */
  async function beginFor(
    writes: readonly Write[],
    client: Client,
  ): Promise<ReadonlySet<number> | undefined> {
    begun = begin(writes, client)
    begun.catch(() => {})
    if (!writes.some((write) => subjectsOf(write))) return undefined
    const waits = !isPatient
    isPatient = true
    const { busy, groups } = await takeFree(writes, client, { waits })
    isPatient = busy.size < writes.length
    groups.forEach((indices, group) => {
      for (const i of indices) groupOf.set(writes[i]!, String(group))
    })
    return busy
  }

  /** The writes of one session run one after the other, those of several beside each other: what all of them do next is one
   *  statement, or several on their way at once. So do those of leads and buyers that have nothing to do with each other. One that
   *  goes by all that others wrote runs alone. */
  async function runWrites(
    { writes, except }: { writes: readonly Write[]; except?: ReadonlySet<number> },
    client: Client,
  ): Promise<unknown[]> {
    const values: unknown[] = []
    const drive = drivesTogether(client)
    const inTurn = async (indices: readonly number[]) => {
      for (const i of indices) values[i] = await drive(ruleOf(writes[i]!))
    }
    for (const stretch of besideEachOther(writes, (write, i) =>
      except?.has(i) ? undefined : (sessionOf(write) ?? groupOf.get(write) ?? null),
    )) {
      const ended = await Promise.allSettled([...stretch.values()].map(inTurn))
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
    /** Why nothing is kept, as far as is known; what is written is refused at once then. */
    trouble: () => known,
    /** The next batch goes by another connection. */
    letGo: () => line.letGo(),
    /** What was written before is finished first. */
    async close(): Promise<void> {
      isClosed = true
      await gathering.close()
      await line.close()
    },
  }
}

/** A write that changes nothing. */
const PROBE: readonly Write[] = [['ready']]
/** The longest that it may take. */
const PROBE_MS = 3000
const PROBE_EVERY_MS = 300
/** How long it may take to find out why a batch has no answer. */
const LOOK_MS = 1000
const GRACE_MS = 1000

/** What a promise resolves to, or null when it takes longer. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const TRANSACTION = {
  commit: 'COMMIT',
  mark: 'SAVEPOINT write',
  'back to mark': 'ROLLBACK TO write',
  'drop mark': 'RELEASE write',
} as const

async function prepareToWrite(client: Client): Promise<Backend> {
  const [{ rows }] = await Promise.all([
    client.query<Backend>(BACKEND),
    client.query(TAKE_SLOT),
    client.query(BY_KEYS),
    client.query(COUNTS_TOTALS),
  ])
  return rows[0]!
}

/** Which process of PostgreSQL serves a connection, and which PostgreSQL that is: no two of them started at the same microsecond. */
interface Backend {
  pid: number
  server: string
}

const BACKEND = 'SELECT pg_backend_pid() AS pid, CAST(pg_postmaster_start_time() AS text) AS server'

/** What it writes is found by keys. A plan is kept with its statement, and one that was made while a table was small, or before
 *  PostgreSQL had looked at it, would read the whole table for each batch. One that is made anew for each batch takes longer than what
 *  it is for. */
const BY_KEYS = `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET plan_cache_mode = force_generic_plan`

/** Takes the rows of all sessions in the order of their keys: two processes that took them in different orders would wait for
 *  each other. A session is as the rules see it until the commit. */
async function begin(writes: readonly Write[], client: Client): Promise<void> {
  const sessions = writes.map(sessionOf)
  const uuids = [...new Set(sessions.filter((uuid) => uuid !== null))]
  // It has its number before it takes any of a row: see Dialect.openTransactions.
  const asked = [client.query('BEGIN'), client.query(TAKE_NUMBER)]
  if (uuids.length > 0) asked.push(client.query({ ...LOCK_SESSIONS, values: [uuids] }))
  const scopes = new Set(writes.map(scopeOf))
  if (scopes.has('all')) asked.push(client.query(takeLock('writing')))
  else if (BESIDE.some((scope) => scopes.has(scope))) asked.push(client.query(WRITE_BESIDE))
  // After that: whoever has all to itself waits for none of these.
  if (scopes.has('record')) asked.push(client.query(takeLock('recording')))
  await Promise.all(asked)
}

/** What is written while nobody has the database to itself. */
const BESIDE: readonly Scope[] = ['sale', 'message', 'record']

/** Time in which a write is tried again before its locks are waited for. */
const PATIENCE_MS = 100

const isInTheWay = (error: unknown) => error === STILL_TAKEN || isPassing(error)

const TAKE_NUMBER = { name: 'take number', text: 'SELECT pg_current_xact_id()' }

const LOCK_SESSIONS = {
  name: 'lock sessions',
  text: 'SELECT session FROM sessions WHERE uuid = ANY($1) ORDER BY uuid FOR NO KEY UPDATE',
}

/** The indices of writes by their groups, in stretches whose groups may run beside each other. `groupOf`: null for one that runs alone,
 *  undefined for one that does not run. */
function besideEachOther(
  writes: readonly Write[],
  groupOf: (write: Write, i: number) => string | null | undefined,
): Map<string, number[]>[] {
  const stretches: Map<string, number[]>[] = []
  let stretch: Map<string, number[]> | null = null
  for (const [i, write] of writes.entries()) {
    const group = groupOf(write, i)
    if (group === undefined) continue
    if (group === null || !stretch) stretches.push((stretch = new Map()))
    const known = stretch.get(group ?? '')
    if (known) known.push(i)
    else stretch.set(group ?? '', [i])
    if (group === null) stretch = null
  }
  return stretches
}

/** Whether a statement failed only because one before it did: "current transaction is aborted". */
function isAfterAnother(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}
