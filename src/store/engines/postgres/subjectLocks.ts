import { DatabaseError, type Client } from 'pg'
import type { Write } from '../../nouns/verbs.ts'
import { subjectsOf } from '../../nouns/verbs.ts'
import { LOCK_MS } from './connection.ts'
import { BUYERS, LEADS } from './locks.ts'

/** Deliveries, sales, and messages of one lead or to one buyer run one after another across all processes; all others run in parallel. A
 *  batch locks the leads and buyers of its writes until it commits. It takes the locks that are free, and the other writes are tried
 *  again. It waits only for the locks of its oldest write, for a moment, and before it takes any others. So two processes never wait for
 *  each other, and one that is delayed by a buyer doesn't delay other buyers. */

/** Subjects, each with the index of its write and the numbers to lock: its session, which covers all leads of that session, and its
 *  buyer. NULL if it has none. Two that share a number by chance wait for each other without need. */
const SUBJECTS = `(SELECT write,
    CAST(COALESCE(outbox.session, mails.session, pixel_events.session, webhook_messages.session,
      postback_messages.session, sessions.session, sent.session, sales.session) % 2147483648 AS INTEGER) AS lead,
    hashtext(COALESCE(outbox.buyer, asked.source)) AS buyer
  FROM unnest(CAST($1 AS INTEGER[]), CAST($2 AS TEXT[]), CAST($3 AS BIGINT[]), CAST($4 AS TEXT[]), CAST($5 AS TEXT[]),
      CAST($6 AS TEXT[]), CAST($7 AS TEXT[])) AS asked (write, kind, entry, source, session_uuid, external_id, sent_key)
    LEFT JOIN outbox ON asked.kind = 'outbox' AND outbox.delivery = asked.entry
    LEFT JOIN mails ON asked.kind = 'mails' AND mails.mail = asked.entry
    LEFT JOIN pixel_events ON asked.kind = 'pixel_events' AND pixel_events.entry = asked.entry
    LEFT JOIN webhook_messages ON asked.kind = 'webhook_messages' AND webhook_messages.entry = asked.entry
    LEFT JOIN postback_messages ON asked.kind = 'postback_messages' AND postback_messages.entry = asked.entry
    LEFT JOIN sessions ON sessions.uuid = asked.session_uuid
    LEFT JOIN outbox AS sent ON sent.key = asked.sent_key AND sent.buyer = asked.source
    LEFT JOIN sales ON sales.source = asked.source AND sales.external_id = asked.external_id AND sales.sold = 1)`

/** Takes the locks that are free, without waiting. NULL means that there is nothing to lock. */
const TRY = {
  name: 'try subjects',
  text: `SELECT write, lead, buyer,
      CASE WHEN COALESCE(pg_try_advisory_xact_lock(${LEADS}, lead), true)
        THEN COALESCE(pg_try_advisory_xact_lock(${BUYERS}, buyer), true) ELSE false END AS is_ours
    FROM ${SUBJECTS} AS subjects`,
}

interface Tried {
  write: number
  lead: number | null
  buyer: number | null
  is_ours: boolean
}

/** Waits for all locks in the order of their numbers, so a process that waits for one holds none that comes after it. */
const TAKE = {
  name: 'take subjects',
  text: `WITH subjects AS MATERIALIZED ${SUBJECTS}
    SELECT pg_advisory_xact_lock(kind, number) FROM (
      SELECT ${LEADS} AS kind, lead AS number FROM subjects UNION SELECT ${BUYERS}, buyer FROM subjects
      ORDER BY kind, number) AS locks`,
}

/** Longer than most commits take. A lock that is held longer belongs to a process that is delayed itself. */
const MOMENT_MS = 50

/** Thrown if something stays locked for longer than a moment. The transaction must be started over. */
export const STILL_TAKEN = new Error('What the write locks is locked by another process.')

/** Part of a batch that can be run. */
interface Free {
  /** Indices of writes for which another process holds a lock, and of writes that have to wait for these. */
  busy: ReadonlySet<number>
  /** Indices by group. Two writes are in one group if they share a lead or buyer, or if a third write connects them. */
  groups: readonly (readonly number[])[]
}

/** Locks what is free, in a transaction that has no such locks yet. `waits`: waits a moment for the locks of the oldest write, and
 *  throws STILL_TAKEN if they aren't free by then. */
export async function takeFree(
  writes: readonly Write[],
  client: Client,
  { waits }: { waits: boolean },
): Promise<Free> {
  const subjects = writes.flatMap((write, i) =>
    (subjectsOf(write) ?? []).map((subject) => ({ ...NOTHING, ...subject, write: i })),
  )
  const valuesOf = (some: typeof subjects) =>
    (['write', 'of', 'entry', 'source', 'session_uuid', 'external_id', 'key'] as const).map((column) =>
      some.map((subject) => subject[column]),
    )
  const oldest = subjects.filter(({ write }) => write === subjects[0]?.write)
  const waited = waits ? waitFor(valuesOf(oldest), client) : null
  const tried = client.query<Tried>({ ...TRY, values: valuesOf(subjects) })
  tried.catch(() => {})
  // If both fail, this error is the reason.
  await waited
  const { rows } = await tried
  const busy = new Set(rows.flatMap(({ write, is_ours }) => (is_ours ? [] : [write])))
  // A write that depends on everything written before has to wait for these.
  if (busy.size > 0) for (const [i, write] of writes.entries()) if (!subjectsOf(write)) busy.add(i)
  return { busy, groups: groupsOf(rows) }
}

/** Values of the columns that a subject doesn't have. */
const NOTHING = { entry: null, source: null, session_uuid: null, external_id: null, key: null }

async function waitFor(values: unknown[], client: Client): Promise<void> {
  const asked = [
    client.query(`SET LOCAL lock_timeout = ${MOMENT_MS}`),
    client.query({ ...TAKE, values }),
    client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`),
  ]
  await Promise.all(asked).catch((error: unknown) => {
    throw error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE ? STILL_TAKEN : error
  })
}

/** Source: postgresql.org/docs/current/errcodes-appendix.html. */
const LOCK_NOT_AVAILABLE = '55P03'

function groupsOf(tried: readonly Tried[]): number[][] {
  let groups: Set<string | number>[] = []
  for (const { write, lead, buyer } of tried) {
    const names = [
      write,
      ...(lead === null ? [] : [`lead ${lead}`]),
      ...(buyer === null ? [] : [`buyer ${buyer}`]),
    ]
    const joined = groups.filter((group) => names.some((name) => group.has(name)))
    groups = groups.filter((group) => !joined.includes(group))
    groups.push(new Set([...joined.flatMap((group) => [...group]), ...names]))
  }
  return groups.map((group) => [...group].filter((name) => typeof name === 'number'))
}
