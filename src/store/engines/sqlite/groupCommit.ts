import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { openGathering } from '../gathering.ts'
import { THREAD } from './threads.ts'
import { troubleOf } from './file/fileTrouble.ts'
import type { BatchReply } from '../batch.ts'
import type { Alarm, WriterData } from './writer.ts'

/** Number of writes in one turn of the event loop after which the writer's reply is checked for. */
const POLL_EVERY_WRITES = 16

/** Connection to the single writer. */
export function openGroupCommit(data: Omit<WriterData, 'answers'>) {
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
    /** Finishes earlier writes first. */
    async close(): Promise<void> {
      await gathering.close()
      worker.postMessage(null)
      await exited
    },
  }
}
