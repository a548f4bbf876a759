import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Trouble } from '../../kernel/storeState.ts'
import { openGathered } from '../../nouns/gathered.ts'
import { openWrites, type Write } from '../../nouns/verbs.ts'
import { keepBatch, refuseAll, type BatchReply } from '../batch.ts'
import { openGathering } from '../gathering.ts'
import { cut, openLine } from './connection.ts'
import { COUNTS_TOTALS, TAKE_SLOT } from './locks.ts'
import { STILL_TAKEN } from './subjectLocks.ts'
import { openTransactions } from './transactions.ts'
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
  const gathered = openGathered()
  // PostgreSQL's own vacuum overwrites erased data.
  const { runSteps, noteWait } = openTransactions(
    openWrites({ ...gathered, quarantineRows, process, onErase() {} }),
  )
  const keeper = openKeeper(url, {
    run: (batch, client) =>
      runSteps(keepBatch(batch, { gathered, troubleOf, isPassing: isInTheWay }), client),
    onMove,
  })
  const gathering = openGathering({
    deadlineMs,
    ...(batchWrites !== undefined && { batchWrites }),
    commit: (writes, waitedMs) => {
      noteWait(waitedMs)
      void commit(writes, Math.max(deadlineMs - waitedMs, deadlineMs / 5))
    },
  })
  let known: Trouble | null = null
  let isClosed = false

  async function commit(batch: readonly Write[], withinMs: number): Promise<void> {
    const reply = await keeper.keep(batch, withinMs)
    const { trouble } = reply
    if (trouble && !trouble.isFinal) gathering.pause()
    gathering.settle(reply)
    if (trouble && !trouble.isFinal) await heal(trouble)
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
    const grace = setTimeout(refuse, keeper.isStuck() ? 0 : GRACE_MS)
    for (;;) {
      const reply = await keeper.probe(known)
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

  const { write, watch, onEnd, waiting } = gathering
  return {
    write,
    watch,
    onEnd,
    waiting,
    /** Reason why nothing can be saved, if known. New writes are refused at once then. */
    trouble: () => known,
    /** Makes the next batch use another connection. */
    letGo: keeper.letGo,
    /** Finishes earlier writes first. */
    async close(): Promise<void> {
      isClosed = true
      await gathering.close()
      await keeper.close()
    },
  }
}

/** Opens a connection that saves a batch within a time, or finds out why it can't. */
function openKeeper(
  url: string,
  {
    run,
    onMove,
  }: { run: (batch: readonly Write[], client: Client) => Promise<BatchReply>; onMove: () => void },
) {
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
  /** Batch that was refused because it had no answer in time. It may still be saved, so nothing else can be written until that is known. */
  let stuck: { reply: Promise<BatchReply>; client: Client } | null = null

  async function keep(batch: readonly Write[], withinMs: number): Promise<BatchReply> {
    let client: Client
    try {
      client = await line.client()
    } catch (error) {
      return refuseAll(batch, troubleOf(error) ?? String(error))
    }
    const running = run(batch, client)
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

  /** Finds out if writes can be saved again, by the result of the stuck batch if there is one. `known`: the trouble until now. */
  async function probe(known: Trouble): Promise<BatchReply> {
    if (!stuck) return keep(PROBE, PROBE_MS)
    const { reply, client } = stuck
    const ended = await within(PROBE_EVERY_MS, reply)
    if (ended === null) return refuseAll(PROBE, await whyLate(client))
    stuck = null
    if (!ended.trouble) return ended
    // The batch ended because its connection did, and we may have cut that ourselves.
    line.letGo()
    return refuseAll(PROBE, known)
  }

  return {
    keep,
    probe,
    isStuck: () => stuck !== null,
    letGo: () => line.letGo(),
    close: () => line.close(),
  }
}

const isInTheWay = (error: unknown) => error === STILL_TAKEN || isPassing(error)

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
