import { DatabaseError, type Client } from 'pg'
import type { Rule } from '../../kernel/statement.ts'
import type { Scope } from '../../kernel/writeScopes.ts'
import { scopeOf, sessionOf, subjectsOf, type Write } from '../../nouns/verbs.ts'
import type { Batch, BatchStep } from '../batch.ts'
import { drive, driveAtOnce, drivesTogether } from './driver.ts'
import { takeLock, WRITE_BESIDE } from './locks.ts'
import { takeFree } from './subjectLocks.ts'

/** Opens what runs the steps of batches, each in a transaction that locks no more than its writes need. `ruleOf`: finds the rule of a
 *  write. */
export function openTransactions(ruleOf: (write: Write) => Rule<unknown>) {
  /** Group of each write that delivers, sells, or sends. Writes of one group run in turn; see takeFree. */
  const groupOf = new WeakMap<Write, string>()
  /** True if the oldest write of the next batch is tried again when its locks are taken; false if the batch waits for them. */
  let isPatient = true
  /** True while the transaction holds locks of leads and buyers. */
  let holdsSubjects = false
  /** Start of the transaction. Its first statements don't wait for it, because the database runs them in order. */
  let begun: Promise<void> = Promise.resolve()

  async function runSteps<T>(steps: Batch<T>, client: Client): Promise<T> {
    let turn = steps.next()
    while (!turn.done) {
      let answer: unknown
      try {
        answer = await act(turn.value, client)
      } catch (error) {
        turn = steps.throw(error)
        continue
      }
      turn = steps.next(answer)
    }
    return turn.value
  }

  async function act(step: BatchStep, client: Client): Promise<unknown> {
    try {
      return await goOn(step, client)
    } catch (error) {
      // If the start of the transaction failed, that error is the reason.
      await begun
      throw error
    }
  }

  async function goOn(step: BatchStep, client: Client): Promise<unknown> {
    if (step === 'roll back') return client.query('ROLLBACK').catch(() => {})
    if (step === 'commit' && holdsSubjects) return commitEarly(client)
    if (typeof step === 'string') return client.query(TRANSACTION[step])
    if ('begin' in step) return beginFor(step.begin, client)
    if ('payouts' in step) return drive(client, step.payouts)
    return 'totals' in step ? driveAtOnce(client, step.totals) : runWrites(step, client)
  }

  /** Begins a transaction. Returns the indices of the writes that can't run in it. */
  async function beginFor(
    writes: readonly Write[],
    client: Client,
  ): Promise<ReadonlySet<number> | undefined> {
    begun = begin(writes, client)
    begun.catch(() => {})
    holdsSubjects = writes.some((write) => subjectsOf(write))
    if (!holdsSubjects) return undefined
    const waits = !isPatient
    isPatient = true
    const { busy, groups } = await takeFree(writes, client, { waits })
    isPatient = busy.size < writes.length
    groups.forEach((indices, group) => {
      for (const i of indices) groupOf.set(writes[i]!, String(group))
    })
    return busy
  }

  /** Runs the writes of one session one after another, and those of several sessions in parallel. Whatever they do next is combined into
   *  one statement, or sent as several at once. Writes of leads and buyers that have nothing in common run in parallel too. A write that
   *  depends on everything others wrote runs alone. */
  async function runWrites(
    { writes, except }: { writes: readonly Write[]; except?: ReadonlySet<number> },
    client: Client,
  ): Promise<unknown[]> {
    const values: unknown[] = []
    const drive = drivesTogether(client)
    const inTurn = async (indices: readonly number[]) => {
      for (const i of indices) values[i] = await drive(ruleOf(writes[i]!))
    }
    for (const stretch of besideEachOther(writes, (write, i) =>
      except?.has(i) ? undefined : (sessionOf(write) ?? groupOf.get(write) ?? null),
    )) {
      const ended = await Promise.allSettled([...stretch.values()].map(inTurn))
      const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      if (errors.length > 0) throw errors.find((error) => !isAfterAnother(error)) ?? errors[0]
    }
    return values
  }

  return {
    runSteps,
    /** Tells how long the oldest write of the next batch has waited. */
    noteWait: (waitedMs: number) => void (isPatient &&= waitedMs < PATIENCE_MS),
  }
}

/** Time for which a write is tried again before the writer waits for its locks. */
const PATIENCE_MS = 100

const TRANSACTION = {
  commit: 'COMMIT',
  mark: 'SAVEPOINT write',
  'back to mark': 'ROLLBACK TO write',
  'drop mark': 'RELEASE write',
} as const

/** Locks the rows of all sessions in key order, because processes that locked them in different orders would wait for each other. The
 *  sessions stay as the rules see them until the commit. */
async function begin(writes: readonly Write[], client: Client): Promise<void> {
  const sessions = writes.map(sessionOf)
  const uuids = [...new Set(sessions.filter((uuid) => uuid !== null))]
  // The transaction must have its number before it takes any number for a row. See Dialect.openTransactions.
  const asked = [client.query('BEGIN'), client.query(TAKE_NUMBER)]
  if (uuids.length > 0) asked.push(client.query({ ...LOCK_SESSIONS, values: [uuids] }))
  const scopes = new Set(writes.map(scopeOf))
  if (scopes.has('all')) asked.push(client.query(takeLock('writing')))
  else if (BESIDE.some((scope) => scopes.has(scope))) asked.push(client.query(WRITE_BESIDE))
  // Taken last, so a transaction that has the database to itself never waits for one of these.
  if (scopes.has('record')) asked.push(client.query(takeLock('recording')))
  await Promise.all(asked)
}

/** Scopes of writes that wait while another transaction has the database to itself. */
const BESIDE: readonly Scope[] = ['sale', 'message', 'record']

/** Commits, and frees the locks before the commit is on disk, so that the next batch of the same leads and buyers doesn't wait for the
 *  disk. Resolves once a later commit, which says nothing, is confirmed as the server demands: the log is in order, so this one is as safe
 *  by then, and so is what others made of it. */
async function commitEarly(client: Client): Promise<void> {
  await Promise.all([
    client.query('SET LOCAL synchronous_commit = off'),
    client.query('COMMIT'),
    client.query(CONFIRM),
  ])
}

const CONFIRM = { name: 'confirm', text: "SELECT pg_logical_emit_message(true, 'leadloom', '')" }

const TAKE_NUMBER = { name: 'take number', text: 'SELECT pg_current_xact_id()' }

const LOCK_SESSIONS = {
  name: 'lock sessions',
  text: 'SELECT session FROM sessions WHERE uuid = ANY($1) ORDER BY uuid FOR NO KEY UPDATE',
}

/** Indices of writes by group, in stretches whose groups may run in parallel. `groupOf`: null for a write that runs alone, undefined for
 *  one that doesn't run. */
function besideEachOther(
  writes: readonly Write[],
  groupOf: (write: Write, i: number) => string | null | undefined,
): Map<string, number[]>[] {
  const stretches: Map<string, number[]>[] = []
  let stretch: Map<string, number[]> | null = null
  for (const [i, write] of writes.entries()) {
    const group = groupOf(write, i)
    if (group === undefined) continue
    if (group === null || !stretch) stretches.push((stretch = new Map()))
    const known = stretch.get(group ?? '')
    if (known) known.push(i)
    else stretch.set(group ?? '', [i])
    if (group === null) stretch = null
  }
  return stretches
}

/** True if a statement failed only because an earlier one did ("current transaction is aborted"). */
function isAfterAnother(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}
