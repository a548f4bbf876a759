import type { Commit, Trouble } from '../kernel/storeState.ts'
import { NotKept } from '../kernel/storeErrors.ts'
import type { Write } from '../nouns/verbs.ts'
import type { BatchReply } from './batch.ts'

/** Limits one transaction, its memory and its time. A slow, overloaded database then saves some of the waiting writes, where all of them
 *  would take longer than allowed. More than what gathers during one commit under load. */
const BATCH_WRITES = 1024

type Settle = (value: unknown) => void

const CLOSED = new Error('The store is closed.')

/** Gathers writes for the code that commits them. While a batch is on its way to the disk the next one gathers, so a commit includes as
 *  many writes as arrived during the one before. Latency stays that of the disk, and throughput grows with the load. */
export function openGathering({
  commit,
  batchWrites = BATCH_WRITES,
  deadlineMs = Infinity,
  pollEveryWrites = Infinity,
  poll = () => {},
}: {
  /** Starts committing a batch, whose oldest write has waited this long; its reply goes to `settle`. */
  commit: (writes: readonly Write[], waitedMs: number) => void
  /** Limit of writes committed at once. */
  batchWrites?: number
  /** Writes that have waited this long at their turn are refused, because their sender has given up and sends them again. */
  deadlineMs?: number
  /** After this many writes in one turn of the event loop, `poll` checks for a reply without waiting for the turn's end. A turn serves
   *  every socket that is ready. Without polling, hundreds of visitors would be answered all at once, and the writer, the loop and the
   *  network would take turns waiting for each other. */
  pollEveryWrites?: number
  poll?: () => void
}) {
  let gathering = emptyBatch()
  let inFlight: ReturnType<typeof emptyBatch> | null = null
  let refusal: Error | null = null
  /** Set permanently by a final trouble. */
  let lost: NotKept | null = null
  /** Set while new writes are refused at once because of a known trouble. */
  let refusing: NotKept | null = null
  /** True while new writes wait, however long. */
  let isPaused = false
  let scheduled = false

  let onCommit: (commit: Commit) => void = () => {}
  let onEnd: (cause: Error) => void = () => {}

  /** Acknowledges nothing from now on, including writes in flight. */
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

  /** Sends after the requests that arrived in the same turn of the event loop. */
  function sendSoon(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(send)
  }

  /** Makes a write that was not run wait for the next batch. */
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

  /** Resolves to the write's answer once it is on disk; rejects if it is refused or can't be saved. */
  function write(write: Write): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (refusal ?? lost ?? refusing) return reject(refusal ?? lost ?? refusing)
      gathering.writes.push(write)
      gathering.arrivedAt.push(performance.now())
      gathering.resolve.push(resolve)
      gathering.reject.push(reject)
      if (gathering.writes.length % pollEveryWrites === 0) return inFlight ? poll() : send()
      if (!inFlight) sendSoon()
    })
  }

  return {
    write,
    /** Answers the writes of the batch in flight. */
    settle({ values, refused, busy, commitMs, trouble }: BatchReply): void {
      const batch = inFlight!
      inFlight = null
      if (trouble?.isFinal) giveUp(trouble)
      if (lost) return batch.reject.forEach((reject) => reject(lost))
      // They are the oldest waiting writes.
      for (const i of [...busy].toSorted((a, b) => b - a)) moveToFront(batch, i)
      // What these answers lead to joins writes that wait for others' locks, so that one batch takes both.
      if (busy.size > 0) sendSoon()
      else send()
      onCommit({ writes: batch.writes.length - busy.size, commitMs, trouble })
      const Refusal = trouble ? NotKept : Error
      for (const [i, message] of refused) {
        batch.reject[i]!(new Refusal(message))
        batch.resolve[i] = noSettle
      }
      batch.resolve.forEach((resolve, i) => resolve(values[i]))
    },
    giveUp,
    /** Makes new writes wait from now on. */
    pause: () => void (isPaused = true),
    /** Refuses waiting writes, and from now on new ones at once, because of a known trouble. */
    refuse(trouble: Trouble): void {
      refusing = new NotKept(trouble.sentence)
      for (const reject of firstOf(gathering, gathering.writes.length).reject) reject(refusing)
    },
    /** Sends the waiting writes, because the trouble is over. */
    resume(): void {
      refusing = null
      isPaused = false
      send()
    },
    /** Reports a commit that no write caused to the listener. */
    tell: (commit: Commit) => onCommit(commit),
    /** Calls `listener` after each batch from now on. */
    watch: (listener: typeof onCommit) => void (onCommit = listener),
    /** Calls `act` if the committing side ends without being closed. */
    onEnd: (act: typeof onEnd) => void (onEnd = act),
    /** Number of writes that aren't answered yet. */
    waiting: () => gathering.writes.length + (inFlight?.writes.length ?? 0),
    /** Resolves when all earlier writes are answered; later ones are refused. */
    async close(): Promise<void> {
      const last = write(['ready'])
      refusal ??= CLOSED
      await last.catch(() => {})
    },
    /** Reports that the committing side has ended, by `cause` if known; nothing more is answered. */
    ended(cause: Error | null): void {
      const isClosed = refusal === CLOSED
      refusal ??= lost ?? cause ?? new Error('The thread that writes to the database stopped.')
      for (const batch of [inFlight, gathering]) batch?.reject.forEach((reject) => reject(refusal))
      if (!isClosed) onEnd(refusal)
    },
  }
}

function emptyBatch() {
  return {
    writes: [] as Write[],
    /** Times by the clock of `performance`, ms. */
    arrivedAt: [] as number[],
    resolve: [] as Settle[],
    reject: [] as ((reason: unknown) => void)[],
  }
}

/** Takes at most this many off the front of `batch`. */
function firstOf(batch: ReturnType<typeof emptyBatch>, most: number) {
  return {
    writes: batch.writes.splice(0, most),
    arrivedAt: batch.arrivedAt.splice(0, most),
    resolve: batch.resolve.splice(0, most),
    reject: batch.reject.splice(0, most),
  }
}

/** Writes arrive faster than they can be saved. */
export const OVERLOADED: Trouble = {
  name: 'overloaded',
  sentence: 'The database is too slow for this many writes. Reduce the load, or use a faster disk.',
}

function noSettle(): void {}
