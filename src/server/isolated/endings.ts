import { ISOLATION } from '../kernel/callRefusals.ts'
import { refusal, type Refusal } from '../kernel/problem.ts'

/** Refusal of the task that a process was doing when it ended by itself. */
export function ended(code: number | null, signal: string | null): Refusal {
  // V8 aborts when its heap is full.
  return signal === 'SIGABRT' || code === ABORTED ? tooLarge() : unread(`It ended by ${signal ?? code}.`)
}

const ABORTED = 134

export function tooLarge(): Refusal {
  return refusal(422, ISOLATION.tooLarge)
}

export function tooLong(): Refusal {
  return refusal(422, ISOLATION.tooLong)
}

/** Refusal without details for the file's sender; the cause goes to the server's log. */
export function unread(fault: string): Refusal {
  process.emitWarning(fault, 'UnreadFile')
  return refusal(422, ISOLATION.unread)
}
