import type { Commit, Trouble } from '../storeState.ts'
import { NotKept } from '../store.ts'
import type { Write } from '../verbs.ts'
import type { BatchReply } from './batch.ts'

/** Bounds one transaction, its memory and its time: a slow database that is overloaded keeps some of what waits, where all of it
 *  would take longer than it may. More than what gathers during one commit under load. */
const BATCH_WRITES = 1024

type Settle = (value: unknown) => void

const CLOSED = new Error('The store is closed.')

/** Gathers writes for whoever commits them. While a batch is on its way to the disk the next one gathers, so a commit carries
 *  as many writes as arrived during the one before: latency stays that of the disk and throughput grows with the load. */
export function openGathering({
  commit,
  batchWrites = BATCH_WRITES,
  deadlineMs = Infinity,
  pollEveryWrites = Infinity,
  poll = () => {},
}: {
  /** Begins to commit a batch, the oldest of which has waited so long; its reply goes to `settle`. */
  commit: (writes: readonly Write[], waitedMs: number) => void
  /** The most that are committed at once. */
  batchWrites?: number
  /** What has waited for so long when its turn comes is refused: whoever sent it has given up, and sends it again. */
  deadlineMs?: number
  /** After this many writes in one turn of the event loop `poll` looks whether a reply is there, without waiting for the
   *  turn's end. A turn serves every socket that is ready; left to its end, hundreds of visitors would be answered all at
   *  once, and the writer, the loop and the network would wait for each other by turns. */
  pollEveryWrites?: number
  poll?: () => void
}) {
  let gathering = emptyBatch()
  let inFlight: ReturnType<typeof emptyBatch> | null = null
  let refusal: Error | null = null
  /** Set for good by a trouble that is final. */
  let lost: NotKept | null = null
  /** Set while what arrives is refused at once, for a trouble that is known. */
  let refusing: NotKept | null = null
  /** Whether what arrives waits, however long. */
  let isPaused = false
  let scheduled = false

  let onCommit: (commit: Commit) => void = () => {}
  let onEnd: (cause: Error) => void = () => {}

  /** From now on nothing is acknowledged, nor is what is on its way. */
  function giveUp(trouble: Trouble): void {
    if (lost) return
    lost = new NotKept(trouble.sentence)
    const waiting = gathering
    gathering = emptyBatch()
    onCommit({ writes: 0, commitMs: 0, trouble })
    for (const reject of waiting.reject) reject(lost)
  }

  function send(): void {
    scheduled = false
    if (inFlight || isPaused) return
    dropOverdue()
    if (gathering.writes.length === 0) return
    inFlight = firstOf(gathering, batchWrites)
    commit(inFlight.writes, performance.now() - inFlight.arrivedAt[0]!)
  }

  /** Has a write of a batch that was not run wait for the next one. */
  function moveToFront(batch: typeof gathering, i: number): void {
    gathering.writes.unshift(batch.writes[i]!)
    gathering.arrivedAt.unshift(batch.arrivedAt[i]!)
    gathering.resolve.unshift(batch.resolve[i]!)
    gathering.reject.unshift(batch.reject[i]!)
    batch.resolve[i] = noSettle
  }

  function dropOverdue(): void {
    const latest = performance.now() - deadlineMs
    const inTime = gathering.arrivedAt.findIndex((at) => at > latest)
    const overdue = firstOf(gathering, inTime === -1 ? gathering.writes.length : inTime)
    if (overdue.writes.length === 0) return
    onCommit({ writes: overdue.writes.length, commitMs: 0, trouble: OVERLOADED })
    for (const reject of overdue.reject) reject(new NotKept(OVERLOADED.sentence))
  }

  /** Resolves to the write's answer when it is on disk; rejects when it is refused or cannot be kept. */
  function write(write: Write): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (refusal ?? lost ?? refusing) return reject(refusal ?? lost ?? refusing)
      gathering.writes.push(write)
      gathering.arrivedAt.push(performance.now())
      gathering.resolve.push(resolve)
      gathering.reject.push(reject)
      if (gathering.writes.length % pollEveryWrites === 0) return inFlight ? poll() : send()
      if (inFlight || scheduled) return
      scheduled = true
      /** After the requests that arrived in the same turn of the event loop. */
      setImmediate(send)
    })
  }

  return {
    write,
    /** Answers the writes of the batch that is on its way. */
    settle({ values, refused, busy, commitMs, trouble }: BatchReply): void {
      const batch = inFlight!
      inFlight = null
      if (trouble?.isFinal) giveUp(trouble)
      if (lost) return batch.reject.forEach((reject) => reject(lost))
      // They are the oldest of those that wait.
      for (const i of [...busy].toSorted((a, b) => b - a)) moveToFront(batch, i)
      send()
      onCommit({ writes: batch.writes.length - busy.size, commitMs, trouble })
      const Refusal = trouble ? NotKept : Error
      for (const [i, message] of refused) {
        batch.reject[i]!(new Refusal(message))
        batch.resolve[i] = noSettle
      }
      batch.resolve.forEach((resolve, i) => resolve(values[i]))
    },
    giveUp,
    /** From now on what arrives waits. */
    pause: () => void (isPaused = true),
    /** Refuses what waits, and from now on what arrives, at once: its trouble is known. */
    refuse(trouble: Trouble): void {
      refusing = new NotKept(trouble.sentence)
      for (const reject of firstOf(gathering, gathering.writes.length).reject) reject(refusing)
    },
    /** The trouble is over: what waits is sent. */
    resume(): void {
      refusing = null
      isPaused = false
      send()
    },
    /** Tells whoever watches of a commit that was nobody's write. */
    tell: (commit: Commit) => onCommit(commit),
    /** Calls `listener` after each batch from now on. */
    watch: (listener: typeof onCommit) => void (onCommit = listener),
    /** Calls `act` when what commits ends though nobody closed it. */
    onEnd: (act: typeof onEnd) => void (onEnd = act),
    /** Writes that are not answered yet. */
    waiting: () => gathering.writes.length + (inFlight?.writes.length ?? 0),
    /** Resolves when what was written before is answered; what is written from now on is refused. */
    async close(): Promise<void> {
      const last = write(['ready'])
      refusal ??= CLOSED
      await last.catch(() => {})
    },
    /** What commits has ended, by `cause` if that is known: nothing more is answered. */
    ended(cause: Error | null): void {
      const isClosed = refusal === CLOSED
      refusal ??= lost ?? cause ?? new Error('The thread that writes the database has ended.')
      for (const batch of [inFlight, gathering]) batch?.reject.forEach((reject) => reject(refusal))
      if (!isClosed) onEnd(refusal)
    },
  }
}

function emptyBatch() {
  return {
    writes: [] as Write[],
    /** By the clock of `performance`, ms. */
    arrivedAt: [] as number[],
    resolve: [] as Settle[],
    reject: [] as ((reason: unknown) => void)[],
  }
}

/** Takes so many, or fewer, off the front of `batch`. */
function firstOf(batch: ReturnType<typeof emptyBatch>, most: number) {
  return {
    writes: batch.writes.splice(0, most),
    arrivedAt: batch.arrivedAt.splice(0, most),
    resolve: batch.resolve.splice(0, most),
    reject: batch.reject.splice(0, most),
  }
}

/** More arrives than is kept. */
export const OVERLOADED: Trouble = {
  name: 'overloaded',
  sentence:
    'The database takes longer for what it is given than a write may wait: give it less, or a faster disk.',
}

function noSettle(): void {}
