import { openSlowReads, type SlowRead } from '../../nouns/verbs.ts'
import { openDriver } from './driver.ts'
import { openForReading } from './file/file.ts'

/** Answers reports on a read-only connection of its own. */
export function openReporting(file: string) {
  const db = openForReading(file)
  const drive = openDriver(db)
  const reports = openSlowReads(drive)
  return {
    answer: (question: SlowRead): unknown => drive(reports.ruleOf(question)),
    close(): void {
      reports.close()
      db.close()
    },
  }
}
