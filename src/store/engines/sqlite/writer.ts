import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { Trouble } from '../../kernel/storeState.ts'
import type { BatchReply } from '../batch.ts'
import { openWriting } from './writing.ts'

/** Data that openGroupCommit passes to this worker. */
export interface WriterData {
  /** Port for answers, which the other side can also read without waiting for its event. */
  answers: MessagePort
  file: string
  quarantineRows: number
}

/** Sent on its own initiative: the database can no longer be trusted to save anything. */
export interface Alarm {
  alarm: Trouble
}

/** The single writer, a worker thread. It takes a batch as JSON text, and answers once its one transaction is on disk. */
const { answers, ...data } = workerData as WriterData
const writing = openWriting(data, (alarm) => answers.postMessage({ alarm } satisfies Alarm))

parentPort!.on('message', (message: string | null) => {
  if (message === null) {
    writing.close()
    parentPort!.close()
    answers.close()
    return
  }
  answers.postMessage(writing.keep(JSON.parse(message)) satisfies BatchReply)
})
