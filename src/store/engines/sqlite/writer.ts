import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { Trouble } from '../../kernel/storeState.ts'
import { keepBatch, refuseAll, type Batch, type BatchReply, type BatchStep } from '../batch.ts'
import { cutLog, LOG_BYTES, openForWriting } from './file/file.ts'
import { logBytes } from './file/load.ts'
import { openPresence } from './file/presence.ts'
import { openTally } from '../../nouns/totals/tally.ts'
import { troubleOf } from './file/fileTrouble.ts'
import { openWrites, type Write } from '../../nouns/verbs.ts'
import { openDriver } from './driver.ts'

/** Data that openSqlite passes to this worker. */
export interface WriterData {
  /** Port for answers, which the other side can also read without waiting for its event. */
  answers: MessagePort
  file: string
  quarantineRows: number
}
const CUT_LOG_AFTER_MS = 1000

const TRANSACTION = {
  commit: 'COMMIT',
  'roll back': 'ROLLBACK',
  mark: 'SAVEPOINT write',
  'back to mark': 'ROLLBACK TO write',
  'drop mark': 'RELEASE write',
} as const

/** Sent on its own initiative: the database can no longer be trusted to save anything. */
export interface Alarm {
  alarm: Trouble
}

/** The single writer, a worker thread. It takes a batch as JSON text, and answers once its one transaction is on disk, in the file that
 *  is at the database's path. */
const { file, quarantineRows, answers } = workerData as WriterData
const db = openForWriting(file)
const drive = openDriver(db)
const tally = openTally()
const ruleOf = openWrites({ tally, quarantineRows, process: () => null, onErase: cutLogSoon })
const presence = openPresence(file)
let cutting: NodeJS.Timeout | undefined

/** Interval at which a server without visitors checks too. */
const LOOK_EVERY_MS = 1000
const hasOtherWritten = openOtherWrites()
const looking = setInterval(() => {
  // It may have erased data, as `leadloom privacy forget` does, and it leaves the log to us.
  if (hasOtherWritten() || logBytes(file) > LOG_BYTES) cutLogSoon()
  const alarm = presence()
  if (!alarm) return
  clearInterval(looking)
  answers.postMessage({ alarm } satisfies Alarm)
}, LOOK_EVERY_MS)

parentPort!.on('message', (message: string | null) => {
  if (message === null) {
    clearTimeout(cutting)
    clearInterval(looking)
    db.close()
    parentPort!.close()
    answers.close()
    return
  }
  const batch = JSON.parse(message) as Write[]
  answers.postMessage(kept(batch))
})

/** Reply for a batch; a commit to a file that is no longer at its path doesn't count. */
function kept(batch: Write[]): BatchReply {
  const reply = runSteps(keepBatch(batch, { tally, troubleOf }))
  const trouble = reply.trouble ? null : presence()
  return trouble ? refuseAll(batch, trouble) : reply
}

function runSteps<T>(steps: Batch<T>): T {
  let turn = steps.next()
  while (!turn.done) {
    let answer: unknown
    try {
      answer = act(turn.value)
    } catch (error) {
      turn = steps.throw(error)
      continue
    }
    turn = steps.next(answer)
  }
  return turn.value
}

function act(step: BatchStep): unknown {
  if (typeof step === 'string') {
    if (step !== 'roll back' || db.isTransaction) db.exec(TRANSACTION[step])
  } else if ('begin' in step) db.exec('BEGIN IMMEDIATE')
  else if ('totals' in step) drive(step.totals)
  else return step.writes.map((write) => drive(ruleOf(write)))
}

/** Empties the log of writes soon, because it still has erased data. When many sessions are forgotten one after another, this happens
 *  once a second. */
function cutLogSoon(): void {
  cutting ??= setTimeout(() => {
    cutting = undefined
    if (!cutLog(db)) cutLogSoon()
  }, CUT_LOG_AFTER_MS)
}

/** Tells if another process has written since the last call. */
function openOtherWrites(): () => boolean {
  const sql = db.prepare('PRAGMA data_version')
  let known = sql.get()?.['data_version']
  return () => {
    const before = known
    try {
      known = sql.get()?.['data_version']
    } catch {
      // If the file refuses, the next write meets and reports that.
    }
    return known !== before
  }
}
