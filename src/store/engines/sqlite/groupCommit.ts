import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { openGathering } from '../gathering.ts'
import { THREAD } from './threads.ts'
import { troubleOf } from './trouble.ts'
import type { BatchReply } from '../batch.ts'
import type { Alarm, WriterData } from './writer.ts'

/** The writer's reply is looked for that often within one turn of the event loop. */
const POLL_EVERY_WRITES = 16

/** The way to the one writer. */
export function openGroupCommit(data: Omit<WriterData, 'answers'>) {
  const { port1: answers, port2 } = new MessageChannel()
  const worker = new Worker(new URL('./writer.ts', import.meta.url), {
    ...THREAD,
    workerData: { ...data, answers: port2 } satisfies WriterData,
    transferList: [port2],
  })
  const gathering = openGathering({
    /** One string is by far cheaper to hand to another thread than the objects that it stands for. */
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
  // As when the file is found damaged while it is being opened.
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
    /** What was written before is finished first. */
    async close(): Promise<void> {
      await gathering.close()
      worker.postMessage(null)
      await exited
    },
  }
}
