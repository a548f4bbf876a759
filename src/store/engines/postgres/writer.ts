import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import type { Trouble } from '../../kernel/storeState.ts'
import { openTally } from '../../nouns/totals/tally.ts'
import type { Scope } from '../../kernel/writeScopes.ts'
import { openWrites, scopeOf, sessionOf, subjectsOf, type Write } from '../../nouns/verbs.ts'
import { keepBatch, refuseAll, type Batch, type BatchReply, type BatchStep } from '../batch.ts'
import { openGathering } from '../gathering.ts'
import { cut, openLine } from './connection.ts'
import { driveAtOnce, drivesTogether } from './driver.ts'
import { COUNTS_TOTALS, TAKE_SLOT, takeLock, WRITE_BESIDE } from './locks.ts'
import { STILL_TAKEN, takeFree } from './subjectLocks.ts'
import { isPassing, OUT_OF_REACH, troubleOf, troubleOfBackend, UNCONFIRMED } from './trouble.ts'

/** Opens a connection that writes batches, each in one transaction, while the next one gathers. If the connection is lost, it opens
 *  another and checks on its own when writes can be saved again. Until then, new writes are refused at once.
 *  `onMove`: called before anything is written through a connection that leads, or may lead, to another server than the one before. */
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
    /** Most writes in one commit. */
    batchWrites?: number
    /** Number by which other processes know if this one is alive. */
    process?: () => number | null
    onMove?: () => void
  },
) {
  const tally = openTally()
  // PostgreSQL's own vacuum overwrites erased data.
  const ruleOf = openWrites({ tally, quarantineRows, process, onErase() {} })
  const gathering = openGathering({
    deadlineMs,
    ...(batchWrites !== undefined && { batchWrites }),
    commit: (writes, waitedMs) => {
      isPatient &&= waitedMs < PATIENCE_MS
      void commit(writes, Math.max(deadlineMs - waitedMs, deadlineMs / 5))
    },
  })
  /** Group of each write that delivers, sells, or sends. Writes of one group run in turn; see takeFree. */
  const groupOf = new WeakMap<Write, string>()
  /** True if the oldest write of the next batch is tried again when its locks are taken; false if the batch waits for them. */
  let isPatient = true
  /** Server process that the connection leads to. */
  let server: Backend | null = null
  const line = openLine(url, {
    use: 'writing',
    prepare: async (client) => {
      const before = server
      server = await prepareToWrite(client)
      if (before?.server !== server.server) onMove()
    },
  })
  /** Start of the transaction. Its first statements don't wait for it, because the database runs them in order. */
  let begun: Promise<void> = Promise.resolve()
  /** Batch that was refused because it had no answer in time. It may still be saved, so nothing else can be written until that is known. */
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
    // The rest of the time is for finding out why it's late.
    const reply = await within(0.9 * withinMs, running)
    if (reply === null) {
      stuck = { reply: running, client }
      return refuseAll(batch, await whyLate(client))
    }
    if (reply.trouble) line.letGo()
    return reply
  }

  /** Finds out why a batch has no answer. A batch that waits for a standby is saved as soon as there is one, and only then are its locks
   *  released. If it waits for anything else, its connection is cut. */
  async function whyLate(client: Client): Promise<Trouble> {
    const trouble = (await within(LOOK_MS, troubleOfBackend(url, server!.pid))) ?? OUT_OF_REACH
    if (trouble !== UNCONFIRMED) {
      onMove()
      cut(client)
    }
    return trouble
  }

  /** Tries until writes can be saved again. Waiting writes get a grace period, because PostgreSQL may only be restarting. There is none
   *  after a batch that had no answer in time. */
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

  /** Result of the stuck batch, or the reason why it's still stuck. */
  async function unstick({ reply, client }: NonNullable<typeof stuck>): Promise<BatchReply> {
    const ended = await within(PROBE_EVERY_MS, reply)
    if (ended === null) return refuseAll(PROBE, await whyLate(client))
    stuck = null
    if (!ended.trouble) return ended
    // The batch ended because its connection did, and we may have cut that ourselves.
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
      // If the start of the transaction failed, that error is the reason.
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

  /** Begins a transaction. Returns the indices of the writes that can't run in it. */
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

  /** Runs the writes of one session one after another, and those of several sessions in parallel. Whatever they do next is combined into
   *  one statement, or sent as several at once. Writes of leads and buyers that have nothing in common run in parallel too. A write that
   *  depends on everything others wrote runs alone. */
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
    /** Reason why nothing can be saved, if known. New writes are refused at once then. */
    trouble: () => known,
    /** Makes the next batch use another connection. */
    letGo: () => line.letGo(),
    /** Finishes earlier writes first. */
    async close(): Promise<void> {
      isClosed = true
      await gathering.close()
      await line.close()
    },
  }
}

/** Write that changes nothing. */
const PROBE: readonly Write[] = [['ready']]
/** Longest time that a probe may take. */
const PROBE_MS = 3000
const PROBE_EVERY_MS = 300
/** Time limit for finding out why a batch has no answer. */
const LOOK_MS = 1000
const GRACE_MS = 1000

/** Value of a promise, or null if it takes longer. */
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

/** PostgreSQL process that serves a connection, and the server that it belongs to. The server's start time identifies it, because no two
 *  start in the same microsecond. */
interface Backend {
  pid: number
  server: string
}

const BACKEND = 'SELECT pg_backend_pid() AS pid, CAST(pg_postmaster_start_time() AS text) AS server'

/** Settings that make writes find their rows by keys. A plan is cached with its statement. A plan made while a table was small, or
 *  before PostgreSQL had analyzed it, would read the whole table for each batch. Planning each batch anew takes longer than running it. */
const BY_KEYS = `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET plan_cache_mode = force_generic_plan`

/** Locks the rows of all sessions in key order, because processes that locked them in different orders would wait for each other. The
 *  sessions stay as the rules see them until the commit. */
async function begin(writes: readonly Write[], client: Client): Promise<void> {
  const sessions = writes.map(sessionOf)
  const uuids = [...new Set(sessions.filter((uuid) => uuid !== null))]
  // The transaction must have its number before it takes any number for a row. See Dialect.openTransactions.
  const asked = [client.query('BEGIN'), client.query(TAKE_NUMBER)]
  if (uuids.length > 0) asked.push(client.query({ ...LOCK_SESSIONS, values: [uuids] }))
  const scopes = new Set(writes.map(scopeOf))
  if (scopes.has('all')) asked.push(client.query(takeLock('writing')))
  else if (BESIDE.some((scope) => scopes.has(scope))) asked.push(client.query(WRITE_BESIDE))
  // Taken last, so a transaction that has the database to itself never waits for one of these.
  if (scopes.has('record')) asked.push(client.query(takeLock('recording')))
  await Promise.all(asked)
}

/** Scopes of writes that wait while another transaction has the database to itself. */
const BESIDE: readonly Scope[] = ['sale', 'message', 'record']

/** Time for which a write is tried again before the writer waits for its locks. */
const PATIENCE_MS = 100

const isInTheWay = (error: unknown) => error === STILL_TAKEN || isPassing(error)

const TAKE_NUMBER = { name: 'take number', text: 'SELECT pg_current_xact_id()' }

const LOCK_SESSIONS = {
  name: 'lock sessions',
  text: 'SELECT session FROM sessions WHERE uuid = ANY($1) ORDER BY uuid FOR NO KEY UPDATE',
}

/** Indices of writes by group, in stretches whose groups may run in parallel. `groupOf`: null for a write that runs alone, undefined for
 *  one that doesn't run. */
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

/** True if a statement failed only because an earlier one did ("current transaction is aborted"). */
function isAfterAnother(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}
