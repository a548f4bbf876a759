import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Commit, Trouble } from '../../records.ts'
import { NotKept } from '../../store.ts'
import { THREAD } from './threads.ts'
import { troubleOf } from './trouble.ts'
import type { Alarm, BatchReply, WriterData } from './writer.ts'
import type { Write } from '../../verbs.ts'

/** Bounds the memory of one transaction; far more than what gathers during one commit under load. */
const BATCH_WRITES = 4096

/** After this many writes in one turn of the event loop its reply is looked for within the turn. A turn serves every
 *  socket that is ready; left to its end, hundreds of visitors would be answered all at once, and the writer, the loop
 *  and the network would wait for each other by turns. */
const POLL_EVERY_WRITES = 16

type Settle = (value: unknown) => void

const CLOSED = new Error('The store is closed.')

/** The way to the one writer. While a batch is on its way to the disk the next one gathers, so a commit carries as many
 *  writes as arrived during the one before: latency stays that of the disk and throughput grows with the load. */
export function openGroupCommit(data: Omit<WriterData, 'answers'>) {
  const { port1: answers, port2 } = new MessageChannel()
  const worker = new Worker(new URL('./writer.ts', import.meta.url), {
    ...THREAD,
    workerData: { ...data, answers: port2 } satisfies WriterData,
    transferList: [port2],
  })
  let gathering = emptyBatch()
  let inFlight: ReturnType<typeof emptyBatch> | null = null
  let refusal: Error | null = null
  /** Set for good by a trouble that is final. */
  let lost: NotKept | null = null
  let scheduled = false

  let onCommit: (commit: Commit) => void = () => {}
  let onEnd: (cause: Error) => void = () => {}

  /** From now on nothing is acknowledged, nor is what is on its way. */
  const giveUp = (trouble: Trouble) => {
    if (lost) return
    lost = new NotKept(trouble.sentence)
    const waiting = gathering
    gathering = emptyBatch()
    onCommit({ writes: 0, commitMs: 0, trouble })
    for (const reject of waiting.reject) reject(lost)
  }

  const settle = (reply: BatchReply | Alarm) => {
    if ('alarm' in reply) return giveUp(reply.alarm)
    const { values, refused, commitMs, trouble } = reply
    const batch = inFlight!
    inFlight = null
    if (trouble?.isFinal) giveUp(trouble)
    if (lost) return batch.reject.forEach((reject) => reject(lost))
    if (gathering.writes.length > 0) send()
    onCommit({ writes: batch.writes.length, commitMs, trouble })
    const Refusal = trouble ? NotKept : Error
    for (const [i, message] of refused) {
      batch.reject[i]!(new Refusal(message))
      batch.resolve[i] = noSettle
    }
    batch.resolve.forEach((resolve, i) => resolve(values[i]))
  }
  answers.on('message', settle)
  // As when the file is found damaged while it is being opened.
  worker.on('error', (error: Error) => {
    const trouble = troubleOf(error)
    if (trouble) giveUp(trouble)
    refusal = lost ?? error
  })
  const exited = new Promise<void>((resolve) =>
    worker.on('exit', () => {
      const isClosed = refusal === CLOSED
      refusal ??= new Error('The thread that writes the database has ended.')
      for (const batch of [inFlight, gathering]) batch?.reject.forEach((reject) => reject(refusal))
      resolve()
      if (!isClosed) onEnd(refusal)
    }),
  )

  function send(): void {
    scheduled = false
    if (inFlight || gathering.writes.length === 0) return
    inFlight = gathering.writes.length <= BATCH_WRITES ? gathering : firstOf(gathering)
    gathering = inFlight === gathering ? emptyBatch() : gathering
    /** One string is by far cheaper to hand to another thread than the objects that it stands for. */
    worker.postMessage(JSON.stringify(inFlight.writes))
  }

  function pollWriterReply(): void {
    if (!inFlight) return send()
    const answer = receiveMessageOnPort(answers) as { message: BatchReply | Alarm } | undefined
    if (answer) settle(answer.message)
  }

  return {
    /** Resolves to the write's answer when it is on disk; rejects when it is refused or cannot be kept. */
    write(write: Write): Promise<unknown> {
      return new Promise((resolve, reject) => {
        if (refusal ?? lost) return reject(refusal ?? lost)
        gathering.writes.push(write)
        gathering.resolve.push(resolve)
        gathering.reject.push(reject)
        if (gathering.writes.length % POLL_EVERY_WRITES === 0) return pollWriterReply()
        if (inFlight || scheduled) return
        scheduled = true
        /** After the requests that arrived in the same turn of the event loop. */
        setImmediate(send)
      })
    },
    /** Calls `listener` after each batch from now on. */
    watch: (listener: typeof onCommit) => void (onCommit = listener),
    giveUp,
    /** Calls `act` when the writer ends though nobody closed it. */
    onEnd: (act: typeof onEnd) => void (onEnd = act),
    /** Writes that are not answered yet. */
    waiting: () => gathering.writes.length + (inFlight?.writes.length ?? 0),
    /** What was written before is finished first. */
    async close(): Promise<void> {
      const last = this.write(['ready'])
      refusal ??= CLOSED
      await last.catch(() => {})
      worker.postMessage(null)
      await exited
    },
  }
}

function emptyBatch() {
  return { writes: [] as Write[], resolve: [] as Settle[], reject: [] as ((reason: unknown) => void)[] }
}

/** Takes BATCH_WRITES off the front of `batch`. */
function firstOf(batch: ReturnType<typeof emptyBatch>) {
  return {
    writes: batch.writes.splice(0, BATCH_WRITES),
    resolve: batch.resolve.splice(0, BATCH_WRITES),
    reject: batch.reject.splice(0, BATCH_WRITES),
  }
}

function noSettle(): void {}
