import { DatabaseError, type Client } from 'pg'
import { subjectsOf, type Write } from '../../verbs.ts'
import { LOCK_MS } from './connection.ts'
import { BUYERS, LEADS } from './locks.ts'

/** Deliveries and sales of one lead, or to one buyer, run one after the other over all processes, all others beside each other. A batch
 *  locks the leads and buyers of its writes until its commit. It takes those that are free, and the writes of all others are tried
 *  again. Only for the locks of its oldest write does it wait, for a moment, and before it takes any other: no two processes can wait for each
 *  other, and one that is held up at a buyer holds up no other buyer. */

/** Subjects, each with the number of the write that it is of, and with what is locked for it: its session, for all leads of that, and
 *  its buyer. Two that share a number wait for each other without need. */
const SUBJECTS = `(SELECT write, CAST(COALESCE(outbox.session, sessions.session, 0) % 2147483648 AS INTEGER) AS lead,
    hashtext(COALESCE(outbox.buyer, asked.source, '')) AS buyer
  FROM unnest(CAST($1 AS INTEGER[]), CAST($2 AS BIGINT[]), CAST($3 AS TEXT[]), CAST($4 AS TEXT[]))
      AS asked (write, delivery, session_uuid, source)
    LEFT JOIN outbox ON outbox.delivery = asked.delivery
    LEFT JOIN sessions ON sessions.uuid = asked.session_uuid)`

/** Takes what is free, and waits for nothing. */
const TRY = {
  name: 'try subjects',
  text: `SELECT write, lead, buyer,
      CASE WHEN pg_try_advisory_xact_lock(${LEADS}, lead) THEN pg_try_advisory_xact_lock(${BUYERS}, buyer)
        ELSE false END AS is_ours
    FROM ${SUBJECTS} AS subjects`,
}

interface Tried {
  write: number
  lead: number
  buyer: number
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
    (subjectsOf(write) ?? []).map((subject) => ({ write: i, ...subject })),
  )
  const valuesOf = (some: typeof subjects) => [
    some.map(({ write }) => write),
    some.map((one) => ('delivery' in one ? one.delivery : null)),
    some.map((one) => ('delivery' in one ? null : one.session_uuid)),
    some.map((one) => ('delivery' in one ? null : one.source)),
  ]
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
    const names = [write, `lead ${lead}`, `buyer ${buyer}`]
    const joined = groups.filter((group) => names.some((name) => group.has(name)))
    groups = groups.filter((group) => !joined.includes(group))
    groups.push(new Set([...joined.flatMap((group) => [...group]), ...names]))
  }
  return groups.map((group) => [...group].filter((name) => typeof name === 'number'))
}
