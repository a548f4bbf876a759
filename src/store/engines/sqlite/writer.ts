import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { Trouble } from '../../records.ts'
import { cutLog, openForWriting } from './file.ts'
import { openPresence } from './presence.ts'
import { openTally } from '../../totals/tally.ts'
import { troubleOf } from './trouble.ts'
import { openWrites, type Write } from '../../verbs.ts'
import { openDriver } from './driver.ts'

/** What openSqlite hands to this worker. */
export interface WriterData {
  /** Where answers go: a port that the other side can also look into without waiting for its event. */
  answers: MessagePort
  file: string
  quarantineRows: number
}
/** The answer to a batch: per write its value, or the message with which it was refused. */
export interface BatchReply {
  values: unknown[]
  refused: [index: number, message: string][]
  /** How long the commit took: the log is written and fsynced. */
  commitMs: number
  /** Why nothing of the batch was kept, when it is the disk or the file that refuses. */
  trouble: Trouble | null
}

const CUT_LOG_AFTER_MS = 1000

/** Sent unasked: the database can no longer be trusted to keep anything. */
export interface Alarm {
  alarm: Trouble
}

/** The one writer, a worker thread: takes a batch as JSON text, answers when its one transaction is on disk, and the disk
 *  has it in the file that is at the database's path. */
const { file, quarantineRows, answers } = workerData as WriterData
const db = openForWriting(file)
const drive = openDriver(db)
const tally = openTally()
const ruleOf = openWrites({ tally, quarantineRows, onErase: cutLogSoon })
const presence = openPresence(file)
let cutting: NodeJS.Timeout | undefined

/** A server that nobody visits finds out as well. */
const LOOK_EVERY_MS = 1000
const hasOtherWritten = openOtherWrites()
const looking = setInterval(() => {
  // It may have erased something, as `leadloom privacy forget` does, and leaves the log to us.
  if (hasOtherWritten()) cutLogSoon()
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

/** What was committed to a file that is at its path no longer is not kept. */
function kept(batch: Write[]): BatchReply {
  const reply = committed(batch)
  const trouble = reply.trouble ? null : presence()
  return trouble ? refuseAll(batch, trouble) : reply
}

function committed(batch: Write[]): BatchReply {
  try {
    return runTogether(batch) ?? runOneByOne(batch)
  } catch (error) {
    rollBack()
    return refuseAll(batch, troubleOf(error) ?? messageOf(error))
  }
}

function refuseAll(batch: Write[], why: Trouble | string): BatchReply {
  const [message, trouble] = typeof why === 'string' ? [why, null] : [why.sentence, why]
  return { values: [], refused: batch.map((_, i) => [i, message]), commitMs: 0, trouble }
}

/** The common case: no write is refused. Null, with nothing written, when one is. */
function runTogether(batch: Write[]): BatchReply | null {
  db.exec('BEGIN IMMEDIATE')
  const values: unknown[] = []
  try {
    for (const write of batch) values.push(drive(ruleOf(write)))
    drive(tally.flush())
  } catch (error) {
    if (troubleOf(error)) throw error
    rollBack()
    return null
  }
  return { values, refused: [], commitMs: commit(), trouble: null }
}

/** Each write under a savepoint, so that the one that is refused takes nothing with it. */
function runOneByOne(batch: Write[]): BatchReply {
  const values: unknown[] = []
  const refused: BatchReply['refused'] = []
  db.exec('BEGIN IMMEDIATE')
  batch.forEach((write, i) => {
    db.exec('SAVEPOINT write')
    try {
      values[i] = drive(ruleOf(write))
      drive(tally.flush())
    } catch (error) {
      if (troubleOf(error)) throw error
      db.exec('ROLLBACK TO write')
      tally.forget()
      refused.push([i, messageOf(error)])
    }
    db.exec('RELEASE write')
  })
  return { values, refused, commitMs: commit(), trouble: null }
}

function commit(): number {
  const beganMs = performance.now()
  db.exec('COMMIT')
  return performance.now() - beganMs
}

/** What was erased still stands in the log of writes, until that is cut. Many sessions forgotten one after another cut it
 *  once a second. */
function cutLogSoon(): void {
  cutting ??= setTimeout(() => {
    cutting = undefined
    if (!cutLog(db)) cutLogSoon()
  }, CUT_LOG_AFTER_MS)
}

/** Answers whether another process has written since the last time. */
function openOtherWrites(): () => boolean {
  const sql = db.prepare('PRAGMA data_version')
  let known = sql.get()?.['data_version']
  return () => {
    const before = known
    try {
      known = sql.get()?.['data_version']
    } catch {
      // What the file refuses is met and told of where something is written.
    }
    return known !== before
  }
}

function rollBack(): void {
  tally.forget()
  if (db.isTransaction) db.exec('ROLLBACK')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
