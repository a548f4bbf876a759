import type { DatabaseSync } from 'node:sqlite'
import type { Trouble } from '../../kernel/storeState.ts'
import { keepBatch, refuseAll, type Batch, type BatchReply, type BatchStep } from '../batch.ts'
import { cutLog, LOG_BYTES, openForWriting } from './file/file.ts'
import { logBytes } from './file/load.ts'
import { openPresence } from './file/presence.ts'
import { openGathered } from '../../nouns/gathered.ts'
import { troubleOf } from './file/fileTrouble.ts'
import { openWrites, type Write } from '../../nouns/verbs.ts'
import { openDriver } from './driver.ts'

const CUT_LOG_AFTER_MS = 1000
/** Interval at which a server without visitors checks too. */
const LOOK_EVERY_MS = 1000

const TRANSACTION = {
  commit: 'COMMIT',
  'roll back': 'ROLLBACK',
  mark: 'SAVEPOINT write',
  'back to mark': 'ROLLBACK TO write',
  'drop mark': 'RELEASE write',
} as const

/** Commits batches to the file that is at the database's path. `onAlarm` is called if the database can no longer be trusted to save
 *  anything. */
export function openWriting(
  { file, quarantineRows }: { file: string; quarantineRows: number },
  onAlarm: (alarm: Trouble) => void,
) {
  const db = openForWriting(file)
  const drive = openDriver(db)
  const gathered = openGathered()
  const ruleOf = openWrites({ ...gathered, quarantineRows, process: () => null, onErase: cutLogSoon })
  const presence = openPresence(file)
  let cutting: NodeJS.Timeout | undefined

  const hasOtherWritten = openOtherWrites(db)
  const looking = setInterval(() => {
    // It may have erased data, as `leadloom privacy forget` does, and it leaves the log to us.
    if (hasOtherWritten() || logBytes(file) > LOG_BYTES) cutLogSoon()
    const alarm = presence()
    if (!alarm) return
    clearInterval(looking)
    onAlarm(alarm)
  }, LOOK_EVERY_MS)

  /** Empties the log of writes soon, because it still has erased data. When many sessions are forgotten one after another, this happens
   *  once a second. */
  function cutLogSoon(): void {
    cutting ??= setTimeout(() => {
      cutting = undefined
      if (!cutLog(db)) cutLogSoon()
    }, CUT_LOG_AFTER_MS)
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
    else if ('payouts' in step) drive(step.payouts)
    else if ('totals' in step) drive(step.totals)
    else return step.writes.map((write) => drive(ruleOf(write)))
  }

  return {
    /** Reply for a batch; a commit to a file that is no longer at its path doesn't count. */
    keep(batch: Write[]): BatchReply {
      const reply = runSteps(keepBatch(batch, { gathered, troubleOf }))
      const trouble = reply.trouble ? null : presence()
      return trouble ? refuseAll(batch, trouble) : reply
    },
    close(): void {
      clearTimeout(cutting)
      clearInterval(looking)
      db.close()
    },
  }
}

/** Tells if another process has written since the last call. */
function openOtherWrites(db: DatabaseSync): () => boolean {
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
