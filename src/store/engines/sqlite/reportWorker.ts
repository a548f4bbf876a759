import { parentPort, workerData } from 'node:worker_threads'
import type { Trouble } from '../../kernel/storeState.ts'
import type { SlowRead } from '../../nouns/verbs.ts'
import { troubleOf } from './file/fileTrouble.ts'
import { openReporting } from './reporting.ts'

export type ReportReply =
  { id: number; answer: unknown } | { id: number; message: string; trouble: Trouble | null }

/** A thread that answers reports, one at a time. */
const reporting = openReporting(workerData as string)

parentPort!.on('message', (message: { id: number; question: SlowRead } | null) => {
  if (message === null) {
    reporting.close()
    parentPort!.close()
    return
  }
  const { id, question } = message
  try {
    parentPort!.postMessage({ id, answer: reporting.answer(question) } satisfies ReportReply)
  } catch (error) {
    parentPort!.postMessage({ id, message: String(error), trouble: troubleOf(error) } satisfies ReportReply)
  }
})
