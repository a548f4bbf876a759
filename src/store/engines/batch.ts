import type { Trouble } from '../kernel/storeState.ts'
import type { Rule } from '../kernel/statement.ts'
import type { Gathered } from '../nouns/gathered.ts'
import type { Write } from '../nouns/verbs.ts'

/** Answer to a batch: the value of each write, or the message that refused it. */
export interface BatchReply {
  values: unknown[]
  refused: [index: number, message: string][]
  /** Writes that were not run because another process holds their locks. They are tried again. */
  busy: ReadonlySet<number>
  /** Time that the commit took to reach the disk. */
  commitMs: number
  /** Reason that nothing of the batch was saved, if the disk or the file refused it. */
  trouble: Trouble | null
}

/** A step of a batch for its engine: a command about its transaction, which it begins for some writes; the rules of writes, in order; or
 *  what its writes gathered for the end. A mark is a place in the transaction to roll back to. An engine shared with other processes may answer a
 *  beginning with the indices of writes that can't be run now, and then run the others, `except` those. */
export type BatchStep =
  | { begin: readonly Write[] }
  | 'commit'
  | 'roll back'
  | 'mark'
  | 'back to mark'
  | 'drop mark'
  | { writes: readonly Write[]; except?: ReadonlySet<number> }
  | { payouts: Rule<void> }
  | { totals: Rule<void> }

interface Engine {
  gathered: Gathered
  /** Trouble behind an error; null if only the write itself is refused. */
  troubleOf: (error: unknown) => Trouble | null
  /** True if the same batch may succeed on another try, because other processes were in its way. */
  isPassing?: (error: unknown) => boolean
}

/** Commits a batch in one transaction, in which a refused write doesn't affect the others. The engine answers each step, writes with
 *  their values, and throws errors into it. */
export function* keepBatch(batch: readonly Write[], engine: Engine): Batch<BatchReply> {
  for (let tries = 1; ; tries++)
    try {
      return (yield* keepTogether(batch, engine)) ?? (yield* keepOneByOne(batch, engine))
    } catch (error) {
      engine.gathered.forget()
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

/** Begins the transaction. Returns the writes that can't be run in it. */
function* begin(batch: readonly Write[]): Batch<ReadonlySet<number>> {
  return ((yield { begin: batch }) as ReadonlySet<number> | undefined) ?? NONE
}

/** Handles the common case that no write is refused. Null, with nothing written, if one is. */
function* keepTogether(batch: readonly Write[], engine: Engine): Batch<BatchReply | null> {
  const busy = yield* begin(batch)
  let values: unknown[]
  try {
    values = (yield { writes: batch, except: busy }) as unknown[]
    yield* writeGathered(engine)
  } catch (error) {
    if (isOfAll(error, engine)) throw error
    engine.gathered.forget()
    yield 'roll back'
    return null
  }
  return { values, refused: [], busy, commitMs: yield* commit(), trouble: null }
}

/** Writes what the writes gathered for the end: payouts, which add to the totals, and then these. */
function* writeGathered({ gathered: { payouts, tally } }: Engine): Batch<void> {
  yield { payouts: payouts.flush() }
  yield { totals: tally.flush() }
}

/** Runs each write after a mark, so that a refused one doesn't affect the others. */
function* keepOneByOne(batch: readonly Write[], engine: Engine): Batch<BatchReply> {
  const values: unknown[] = []
  const refused: BatchReply['refused'] = []
  const busy = yield* begin(batch)
  for (const [i, write] of batch.entries()) {
    if (busy.has(i)) continue
    yield 'mark'
    try {
      values[i] = ((yield { writes: [write] }) as unknown[])[0]
      yield* writeGathered(engine)
    } catch (error) {
      if (isOfAll(error, engine)) throw error
      yield 'back to mark'
      engine.gathered.forget()
      refused.push([i, messageOf(error)])
    }
    yield 'drop mark'
  }
  return { values, refused, busy, commitMs: yield* commit(), trouble: null }
}

/** True if an error affects all writes, not just one. */
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
