/** Data that each write reads and changes, said beside its rule. An engine that several processes share uses this to lock no more than a
 *  write needs. */

/** Data that a write depends on: its own session; deliveries and sales; other messages; records of operators, flows, and links; or
 *  anything that was written. */
export type Scope = 'visit' | 'sale' | 'message' | 'record' | 'all'

/** Tables of outgoing entries. */
type Outbox = 'outbox' | 'mails' | 'pixel_events' | 'webhook_messages' | 'postback_messages'

/** Reference to a write's lead and buyer: an outgoing entry, the session and buyer of a sale, or the sale that a return names. Emails,
 *  events, and messages have no buyer. */
export type Subject =
  | { of: Outbox; entry: number }
  | { of: 'sale'; source: string; session_uuid: string }
  | { of: 'return'; source: string; external_id: string | null; key: string | null }

/** Scope of a write, with the function that finds its session or its subjects from its first argument. */
export interface WriteScope {
  scope: Scope
  sessionOf?: (argument: never) => string
  subjectsOf?: (argument: never) => Subject[]
}

/** Rules of writes, and what they depend on. */
export type Scoped<Rules> = { [Verb in keyof Rules]: WriteScope & { rule: Rules[Verb] } }

function scoped<Rules extends object>(rules: Rules, scope: WriteScope): Scoped<Rules> {
  return Object.fromEntries(
    Object.entries(rules).map(([verb, rule]: [string, unknown]) => [verb, { ...scope, rule }]),
  ) as Scoped<Rules>
}

/** Writes that read and change only rows of one session, apart from data that is stored once for all sessions. By default, their first
 *  argument is its UUID. */
export function ofSession<Rules extends object>(
  rules: Rules,
  sessionOf: NonNullable<WriteScope['sessionOf']> = (uuid) => uuid,
): Scoped<Rules> {
  return scoped(rules, { scope: 'visit', sessionOf })
}

/** Writes that change rows of their own, each in one statement that is right whatever else is written meanwhile. */
export const alone = <Rules extends object>(rules: Rules) => scoped(rules, { scope: 'visit' })

/** Writes that deliver or send an entry of a table, which is their first argument. All data that they read and change belongs to its lead
 *  and buyer. */
export function ofEntries<Rules extends object>(of: Outbox, rules: Rules): Scoped<Rules> {
  const scope = of === 'outbox' ? 'sale' : 'message'
  return scoped(rules, { scope, subjectsOf: (entry) => [{ of, entry }] })
}

/** Writes that sell to or ask several buyers. All data that they read and change belongs to their subjects. */
export function ofSubjects<Rules extends object>(
  rules: Rules,
  subjectsOf: NonNullable<WriteScope['subjectsOf']>,
): Scoped<Rules> {
  return scoped(rules, { scope: 'sale', subjectsOf })
}

/** Writes that depend on what operators, authors, and visitors' links wrote, and on nothing that is delivered, sold, or sent. */
export const ofRecords = <Rules extends object>(rules: Rules) => scoped(rules, { scope: 'record' })

/** Writes that depend on anything that was written. */
export const ofAll = <Rules extends object>(rules: Rules) => scoped(rules, { scope: 'all' })
