import { DatabaseError, type Client } from 'pg'
import type { Write } from '../../verbs.ts'
import { subjectsOf } from '../../writeScopes.ts'
import { LOCK_MS } from './connection.ts'
import { BUYERS, LEADS } from './locks.ts'

/** Deliveries, sales and messages of one lead, or to one buyer, run one after the other over all processes, all others beside each other. A batch
 *  locks the leads and buyers of its writes until its commit. It takes those that are free, and the writes of all others are tried
 *  again. Only for the locks of its oldest write does it wait, for a moment, and before it takes any other: no two processes can wait for each
 *  other, and one that is held up at a buyer holds up no other buyer. */

/** Subjects, each with the number of the write that it is of, and with what is locked for it: its session, for all leads of that, and
 *  its buyer; NULL where it has none. Two that share a number wait for each other without need. */
const SUBJECTS = `(SELECT write,
    CAST(COALESCE(outbox.session, mails.session, pixel_events.session, webhook_messages.session, sessions.session,
      sent.session, sales.session) % 2147483648 AS INTEGER) AS lead,
    hashtext(COALESCE(outbox.buyer, asked.source)) AS buyer
  FROM unnest(CAST($1 AS INTEGER[]), CAST($2 AS TEXT[]), CAST($3 AS BIGINT[]), CAST($4 AS TEXT[]), CAST($5 AS TEXT[]),
      CAST($6 AS TEXT[]), CAST($7 AS TEXT[])) AS asked (write, kind, entry, source, session_uuid, external_id, sent_key)
    LEFT JOIN outbox ON asked.kind = 'outbox' AND outbox.delivery = asked.entry
    LEFT JOIN mails ON asked.kind = 'mails' AND mails.mail = asked.entry
    LEFT JOIN pixel_events ON asked.kind = 'pixel_events' AND pixel_events.entry = asked.entry
    LEFT JOIN webhook_messages ON asked.kind = 'webhook_messages' AND webhook_messages.entry = asked.entry
    LEFT JOIN sessions ON sessions.uuid = asked.session_uuid
    LEFT JOIN outbox AS sent ON sent.key = asked.sent_key AND sent.buyer = asked.source
    LEFT JOIN sales ON sales.source = asked.source AND sales.external_id = asked.external_id AND sales.sold = 1)`

/** Takes what is free, and waits for nothing. A lock of NULL is none, and not asked for. */
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

/** Waits for all, in the order of their numbers: who waits for one holds none that comes after it. */
const TAKE = {
  name: 'take subjects',
  text: `WITH subjects AS MATERIALIZED ${SUBJECTS}
    SELECT pg_advisory_xact_lock(kind, number) FROM (
      SELECT ${LEADS} AS kind, lead AS number FROM subjects UNION SELECT ${BUYERS}, buyer FROM subjects
      ORDER BY kind, number) AS locks`,
}

/** Longer than most commits take. What is held longer is held by a process that is held up itself. */
const MOMENT_MS = 50

/** Thrown where something is locked for longer than a moment. The transaction has to be begun again. */
export const STILL_TAKEN = new Error('What the write locks is locked by another process.')

/** Part of a batch that can be run. */
interface Free {
  /** The indices of the writes of which something is locked by another process, or that come after these. */
  busy: ReadonlySet<number>
  /** Indices in groups: two writes of the same lead or buyer, or of two that a third is of as well, are in one. */
  groups: readonly (readonly number[])[]
}

/** Locks what is free, in a transaction that has locked nothing of the kind. `waits`: for a moment, for what its oldest write locks;
 *  where that is not free by then it throws STILL_TAKEN. */
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
  // Where both fail, this says why.
  await waited
  const { rows } = await tried
  const busy = new Set(rows.flatMap(({ write, is_ours }) => (is_ours ? [] : [write])))
  // What waits for all that was written before waits for these.
  if (busy.size > 0) for (const [i, write] of writes.entries()) if (!subjectsOf(write)) busy.add(i)
  return { busy, groups: groupsOf(rows) }
}

/** What a subject says, where it does not. */
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
