import type { Rule } from '../kernel/statement.ts'
import type { WriteContext } from '../kernel/writeContext.ts'
import type { Scope, Subject, WriteScope } from '../kernel/writeScopes.ts'
import { verbsOf, type StoreVerbs } from './nouns.ts'
import { loginSession } from './operators/logins.ts'
import { openReportContext } from './reports/reportRules.ts'

const WRITES = verbsOf('writes')
const WRITES_IN_CONTEXT = verbsOf('writesInContext')
const WRITES_OF_EACH = verbsOf('writesOfEach')
const READS = verbsOf('reads')
const SLOW_READS = verbsOf('slowReads')
const SLOW_READS_IN_CONTEXT = verbsOf('slowReadsInContext')

/** Most entries changed at a time, so that other writes wait for no more than these. */
const CHANGED_AT_ONCE = 32

/** One write in the form in which it's sent to the code that runs its rule, as JSON. */
export type Write = [verb: string, ...args: unknown[]]

/** One slow read in the form in which it's sent to the code that runs its rule. */
export type SlowRead = [verb: string, ...args: unknown[]]

type AnyRule = (...args: unknown[]) => Rule<unknown>

/** Finds the rule of a write. */
export function openWrites(context: WriteContext): (write: Write) => Rule<unknown> {
  const rules = Object.fromEntries<unknown>([
    ...Object.entries(WRITES).map(([verb, { rule }]) => [verb, rule] as const),
    ...Object.entries(WRITES_IN_CONTEXT).map(
      ([verb, { rule }]) => [verb, (rule as AnyRule).bind(null, context)] as const,
    ),
    ...Object.entries(WRITES_OF_EACH).map(([verb, { rule }]) => [verb, rule.change] as const),
  ]) as Record<string, AnyRule>
  return ([verb, ...args]) => rules[verb]!(...args)
}

/** Finds the rule of a slow read. `runLater` runs work between two of them. */
export function openSlowReads(runLater: (rule: Rule<void>) => void | Promise<void>) {
  const context = openReportContext(runLater)
  const inContext = Object.entries(SLOW_READS_IN_CONTEXT).map(([verb, rule]) => [
    verb,
    (rule as AnyRule).bind(null, context),
  ])
  const rules = { ...SLOW_READS, ...Object.fromEntries(inContext) } as Record<string, AnyRule>
  return {
    ruleOf: ([verb, ...args]: SlowRead): Rule<unknown> => rules[verb]!(...args),
    close: () => context.close(),
  }
}

/** Builds the store's verbs that are rules, using an engine's functions to run them. */
export function openVerbs({
  write,
  read,
  readSlowly,
  now,
}: {
  /** Resolves to the result of the verb's rule once it's saved. */
  write: (write: Write) => Promise<unknown>
  read: <T>(rule: Rule<T>) => Promise<T>
  readSlowly: (asked: SlowRead) => Promise<unknown>
  now: () => number
}): StoreVerbs {
  const writes = Object.keys({ ...WRITES, ...WRITES_IN_CONTEXT }).map((verb) => [
    verb,
    (...args: unknown[]) => write([verb, ...given(args)]),
  ])
  const writesOfEach = Object.entries(WRITES_OF_EACH).map(([verb, { rule }]) => [
    verb,
    async (...args: unknown[]) => {
      const entries = await read((rule.find as (...args: unknown[]) => Rule<number[]>)(...args))
      let changed = 0
      while (entries.length > 0) {
        const some = entries.splice(0, CHANGED_AT_ONCE).map((entry) => write([verb, entry, ...args]))
        changed += (await Promise.all(some)).filter(Boolean).length
      }
      return changed
    },
  ])
  const reads = Object.entries(READS).map(([verb, rule]) => [
    verb,
    (...args: unknown[]) => read((rule as AnyRule)(...args)),
  ])
  const slowReads = Object.keys({ ...SLOW_READS, ...SLOW_READS_IN_CONTEXT }).map((verb) => [
    verb,
    (...args: unknown[]) => readSlowly([verb, ...args]),
  ])
  const verbs = Object.fromEntries([...writes, ...writesOfEach, ...reads, ...slowReads]) as StoreVerbs
  return {
    ...verbs,
    loginSession: (id) => read(loginSession(id, now())),
    saveLoginSession: async (id, data, expiresAt) =>
      void (await write(['saveLoginSession', id, data, expiresAt, now()])),
  }
}

/** Drops undefined arguments at the end, which JSON would turn into null. */
function given(args: unknown[]): unknown[] {
  return args.slice(0, args.findLastIndex((value) => value !== undefined) + 1)
}

const SCOPES: Record<string, WriteScope> = { ...WRITES, ...WRITES_IN_CONTEXT, ...WRITES_OF_EACH }

/** Data that a write depends on. */
export function scopeOf([verb]: Write): Scope {
  return SCOPES[verb]!.scope
}

/** Session whose rows are all that a write reads and changes, apart from data that is stored once for all sessions. Null if the write
 *  also depends on what others wrote. */
export function sessionOf([verb, argument]: Write): string | null {
  return SCOPES[verb]!.sessionOf?.(argument as never) ?? null
}

/** Leads and buyers of a write that delivers, sells, or sends. All data that it reads and changes belongs to them. Null for any other
 *  write. */
export function subjectsOf([verb, argument]: Write): Subject[] | null {
  return SCOPES[verb]!.subjectsOf?.(argument as never) ?? null
}
