import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { NotKept } from '../../kernel/storeErrors.ts'
import { openGathering } from '../gathering.ts'
import { THREAD } from './threads.ts'
import { troubleOf } from './file/fileTrouble.ts'
import type { BatchReply } from '../batch.ts'
import type { Alarm, WriterData } from './writer.ts'

/** Number of writes in one turn of the event loop after which the writer's reply is checked for. */
const POLL_EVERY_WRITES = 16

/** The single writer on the caller's own thread: ready at once, but the caller waits for the disk. */
export async function openOwnCommit(data: Omit<WriterData, 'answers'>): Promise<GroupCommit> {
  // A server, whose writer is a thread, need not load what writes.
  const { openWriting } = await import('./writing.ts')
  const gathering = openGathering({
    // As to a thread, so that a rule gets the same values.
    commit: (writes) =>
      setImmediate(() => gathering.settle(writing.keep(JSON.parse(JSON.stringify(writes))))),
  })
  const writing = opened()
  function opened() {
    try {
      return openWriting(data, gathering.giveUp)
    } catch (error) {
      const trouble = troubleOf(error)
      throw trouble ? new NotKept(trouble.sentence, { cause: error }) : error
    }
  }
  return {
    ...gathering,
    async close() {
      await gathering.close()
      writing.close()
      gathering.ended(null)
    },
  }
}

/** Way to the single writer. Its `close` finishes earlier writes first. */
export type GroupCommit = Pick<
  ReturnType<typeof openGathering>,
  'write' | 'watch' | 'giveUp' | 'onEnd' | 'waiting' | 'close'
>

/** Connection to the single writer on a thread of its own. */
export function openGroupCommit(data: Omit<WriterData, 'answers'>): GroupCommit {
  const { port1: answers, port2 } = new MessageChannel()
  const worker = new Worker(new URL('./writer.ts', import.meta.url), {
    ...THREAD,
    workerData: { ...data, answers: port2 } satisfies WriterData,
    transferList: [port2],
  })
  const gathering = openGathering({
    /** Handing one string to another thread is far cheaper than handing over the objects it represents. */
    commit: (writes) => worker.postMessage(JSON.stringify(writes)),
    pollEveryWrites: POLL_EVERY_WRITES,
    poll() {
      const answer = receiveMessageOnPort(answers) as { message: BatchReply | Alarm } | undefined
      if (answer) take(answer.message)
    },
  })
  const take = (reply: BatchReply | Alarm) =>
    'alarm' in reply ? gathering.giveUp(reply.alarm) : gathering.settle(reply)
  answers.on('message', take)
  let cause: Error | null = null
  // Called, for example, if the file is found damaged while it is being opened.
  worker.on('error', (error: Error) => {
    const trouble = troubleOf(error)
    if (trouble) gathering.giveUp(trouble)
    cause = error
  })
  const exited = new Promise<void>((resolve) =>
    worker.on('exit', () => {
      gathering.ended(cause)
      resolve()
    }),
  )
  const { write, watch, giveUp, onEnd, waiting } = gathering
  return {
    write,
    watch,
    giveUp,
    onEnd,
    waiting,
    async close(): Promise<void> {
      await gathering.close()
      worker.postMessage(null)
      await exited
    },
  }
}
