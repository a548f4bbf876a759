import type { Trouble } from '../storeState.ts'
import type { Rule } from '../statement.ts'
import type { Tally } from '../totals/tally.ts'
import type { Write } from '../verbs.ts'

/** The answer to a batch: per write its value, or the message with which it was refused. */
export interface BatchReply {
  values: unknown[]
  refused: [index: number, message: string][]
  /** Writes that were not run, as another process holds their locks. They are tried again. */
  busy: ReadonlySet<number>
  /** How long the commit took: it is on disk. */
  commitMs: number
  /** Why nothing of the batch was kept, when it is the disk or the file that refuses. */
  trouble: Trouble | null
}

/** What a batch has its engine do: a word about its transaction, which it begins for some writes, the rules of writes in their
 *  order, or what is to be written to the totals. A mark is a place in the transaction to go back to. An engine that others share
 *  may answer a beginning with the indices of those that cannot be run now, `except` which it then runs the others. */
export type BatchStep =
  | { begin: readonly Write[] }
  | 'commit'
  | 'roll back'
  | 'mark'
  | 'back to mark'
  | 'drop mark'
  | { writes: readonly Write[]; except?: ReadonlySet<number> }
  | { totals: Rule<void> }

interface Engine {
  tally: Tally
  /** The trouble that an error tells of; null for a write that is refused for its own sake. */
  troubleOf: (error: unknown) => Trouble | null
  /** Whether the same batch may be kept when it is tried again: others were in its way. */
  isPassing?: (error: unknown) => boolean
}

/** Keeps a batch in one transaction, in which one refused write takes no other with it. Its engine answers each step, the
 *  writes by their values, and throws into it what fails. */
export function* keepBatch(batch: readonly Write[], engine: Engine): Batch<BatchReply> {
  for (let tries = 1; ; tries++)
    try {
      return (yield* keepTogether(batch, engine)) ?? (yield* keepOneByOne(batch, engine))
    } catch (error) {
      engine.tally.forget()
      yield 'roll back'
      if (tries < MOST_TRIES && engine.isPassing?.(error)) continue
      return refuseAll(batch, engine.troubleOf(error) ?? messageOf(error))
    }
}

export type Batch<T> = Generator<BatchStep, T, unknown>

const MOST_TRIES = 10

export function refuseAll(batch: readonly Write[], why: Trouble | string): BatchReply {
  const [message, trouble] = typeof why === 'string' ? [why, null] : [why.sentence, why]
  return { values: [], refused: batch.map((_, i) => [i, message]), busy: NONE, commitMs: 0, trouble }
}

const NONE: ReadonlySet<number> = new Set()

/** Begins the transaction. Gives the writes that cannot be run in it. */
function* begin(batch: readonly Write[]): Batch<ReadonlySet<number>> {
  return ((yield { begin: batch }) as ReadonlySet<number> | undefined) ?? NONE
}

/** The common case: no write is refused. Null, with nothing written, when one is. */
function* keepTogether(batch: readonly Write[], engine: Engine): Batch<BatchReply | null> {
  const busy = yield* begin(batch)
  let values: unknown[]
  try {
    values = (yield { writes: batch, except: busy }) as unknown[]
    yield { totals: engine.tally.flush() }
  } catch (error) {
    if (isOfAll(error, engine)) throw error
    engine.tally.forget()
    yield 'roll back'
    return null
  }
  return { values, refused: [], busy, commitMs: yield* commit(), trouble: null }
}

/** Each write after a mark, so that the one that is refused takes nothing with it. */
function* keepOneByOne(batch: readonly Write[], engine: Engine): Batch<BatchReply> {
  const values: unknown[] = []
  const refused: BatchReply['refused'] = []
  const busy = yield* begin(batch)
  for (const [i, write] of batch.entries()) {
    if (busy.has(i)) continue
    yield 'mark'
    try {
      values[i] = ((yield { writes: [write] }) as unknown[])[0]
      yield { totals: engine.tally.flush() }
    } catch (error) {
      if (isOfAll(error, engine)) throw error
      yield 'back to mark'
      engine.tally.forget()
      refused.push([i, messageOf(error)])
    }
    yield 'drop mark'
  }
  return { values, refused, busy, commitMs: yield* commit(), trouble: null }
}

/** Whether an error is not of one write but of all. */
function isOfAll(error: unknown, { troubleOf, isPassing }: Engine): boolean {
  return troubleOf(error) !== null || isPassing?.(error) === true
}

function* commit(): Batch<number> {
  const beganMs = performance.now()
  yield 'commit'
  return performance.now() - beganMs
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
