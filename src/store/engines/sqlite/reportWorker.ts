import { parentPort, workerData } from 'node:worker_threads'
import type { Trouble } from '../../kernel/storeState.ts'
import { openSlowReads, type SlowRead } from '../../nouns/verbs.ts'
import { openDriver } from './driver.ts'
import { openForReading } from './file/file.ts'
import { troubleOf } from './file/fileTrouble.ts'

export type ReportReply =
  { id: number; answer: unknown } | { id: number; message: string; trouble: Trouble | null }

const db = openForReading(workerData as string)
const drive = openDriver(db)
const reports = openSlowReads(drive)

parentPort!.on('message', (message: { id: number; question: SlowRead } | null) => {
  if (message === null) {
    reports.close()
    db.close()
    parentPort!.close()
    return
  }
  const { id, question } = message
  try {
    parentPort!.postMessage({ id, answer: drive(reports.ruleOf(question)) } satisfies ReportReply)
  } catch (error) {
    parentPort!.postMessage({ id, message: String(error), trouble: troubleOf(error) } satisfies ReportReply)
  }
})
