import type { NoticeState } from '../../../../schemas/kernel/revocation.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import {
  dueEntries,
  listSql,
  ON_ITS_WAY,
  onItsWay,
  outboxRules,
  outboxSql,
  type Listed,
} from '../../kernel/outboxes.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  jsonOrNull,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'
import { contactsIn } from '../privacy/person.ts'
import type { LateNotice, ListedNotice, NoticeAttempt, NoticeEnd } from './revocationTypes.ts'

/** Notices to buyers that a person doesn't want to be contacted anymore: one for each lead that a buyer has, which goes out until the
 *  buyer confirms it. Notices to a buyer that can't be notified by the server wait for an operator. */

interface NewNotice {
  revocation: number
  delivery: number
  session: number
  buyer: string
  at: number
  deadline: number
  /** True for the buyer that reported the request: it knows. */
  isTheirs: boolean
}

/** Adds the notice of a delivery, unless it has one. A buyer that reports the request itself has confirmed it. Returns 1 if the buyer
 *  still has to be notified. */
export function* addNotice(added: NewNotice): Rule<number> {
  const { revocation, delivery, session, buyer, at, deadline, isTheirs } = added
  if (isTheirs) {
    yield* run(noticeSql.addKnown, revocation, delivery, session, buyer, REPORTED, at, deadline)
    return 0
  }
  return yield* run(noticeSql.add, revocation, delivery, session, buyer, at, deadline)
}

const REPORTED = 'The buyer reported it.'

/** Begins an attempt of a due notice; null if it isn't due, or no longer. It waits while the lead itself is in flight, and ends
 *  as 'suppressed' if the buyer didn't get the lead after all. */
function* beginNotice(
  context: WriteContext,
  notice: number,
  now: number,
  leaseMs?: number,
): Rule<NoticeAttempt | null> {
  const row = yield* outbox.dueEntry(notice, now)
  if (!row) return null
  const { is_sending, has_lead, lead, said_phone, said_email, attempts } = row
  if (is_sending) {
    yield* run(noticeSql.putOff, now + SENDING_MS, notice)
    return null
  }
  if (!has_lead) return yield* outbox.suppress(notice, 'Not sent: the buyer didn’t get the lead.')
  yield* outbox.begin(context, notice, now, leaseMs)
  const inLead = contactsIn(Object.values(lead ?? {}).flat())
  const { buyer, key, external_id, said, said_at, at, deadline } = row
  return {
    notice,
    attempt: attempts + 1,
    buyer,
    key,
    external_id,
    phone: inLead.phone ?? said_phone,
    email: inLead.email ?? said_email,
    said,
    said_at,
    at,
    deadline,
  }
}

/** Time after which a notice is looked at again whose lead is in flight. */
const SENDING_MS = 5000

/** Records the result of an attempt. A buyer that confirmed it is done. */
function* endNotice(notice: number, attempt: number, { acknowledged_at, ...end }: NoticeEnd): Rule<void> {
  yield* outbox.end(notice, attempt, end)
  if (acknowledged_at !== null) yield* run(noticeSql.acknowledge, notice, acknowledged_at, null)
}

/** Confirms notices by hand. Returns how many weren't confirmed yet. */
function* acknowledgeNotices(notices: readonly number[], operator: string, at: number): Rule<number> {
  let changed = 0
  for (const notice of notices) changed += yield* run(noticeSql.acknowledge, notice, at, operator)
  return changed
}

/** Due notices of one buyer, longest waiting first. */
const dueNotices = (buyer: string, now: number, limit: number): Rule<number[]> =>
  dueEntries(noticeSql, now, limit, buyer)

/** Notices that aren't confirmed and whose deadline is before `before`, the most urgent first. `level`: only those that weren't
 *  escalated that far. */
const lateNotices = (before: number, level: number, limit: number): Rule<LateNotice[]> =>
  all(noticeSql.late, before, level, limit)

function* noteEscalated(notices: readonly number[], level: number): Rule<void> {
  yield* run(noticeSql.escalate, level, JSON.stringify(notices))
}

/** Open notices by buyer: how many, and how many of them are near or past their deadline. */
const openNotices = (
  near: number,
  now: number,
): Rule<{ buyer: string; open: number; near: number; late: number; deadline: number }[]> =>
  all(noticeSql.open, near, now)

/** Notices for a file, newest first, of one buyer or all, with the contacts that the buyer knows the person by. */
function* noticeList({ buyer = '', isOpen = false, ...wanted }: NoticesListed): Rule<ListedNotice[]> {
  const rows = yield* outbox.list(wanted, buyer, Number(isOpen))
  return rows.map(({ lead, said_phone, said_email, ...row }) => {
    const inLead = contactsIn(Object.values(lead ?? {}).flat())
    return { ...row, phone: inLead.phone ?? said_phone, email: inLead.email ?? said_email }
  })
}

interface NoticesListed extends Listed<NoticeState> {
  buyer?: string | undefined
  /** Only those that aren't confirmed. */
  isOpen?: boolean
}

const NOTICES = {
  table: 'revocation_notices',
  key: 'notice',
  to: 'buyer = $4',
  again: "state IN ('dead', 'refused', 'sent')",
} as const

export const NOTICE_SQL = `revocation, notice, revocation_notices.buyer AS buyer, outbox.offer AS offer, sessions.uuid AS session_uuid,
       revocation_notices.state AS state, revocation_notices.attempts AS attempts, revocation_notices.at AS at, deadline, acknowledged_at, acknowledged_by,
       revocation_notices.message AS last
     FROM revocation_notices JOIN outbox ON outbox.delivery = revocation_notices.delivery
       JOIN sessions ON sessions.session = revocation_notices.session`

export const noticeColumns = {
  revocation: integer,
  notice: integer,
  buyer: text,
  offer: text,
  session_uuid: text,
  state: word<NoticeState>(),
  attempts: integer,
  at: integer,
  deadline: integer,
  acknowledged_at: integerOrNull,
  acknowledged_by: textOrNull,
  last: textOrNull,
}

const ofDelivery = (column: string) =>
  `(SELECT outbox.${column} FROM outbox WHERE outbox.delivery = revocation_notices.delivery) AS ${column}`

const UNCONFIRMED = "acknowledged_at IS NULL AND state <> 'suppressed'"

const noticeSql = {
  ...outboxSql(NOTICES),
  add: command(
    `INSERT INTO revocation_notices (revocation, delivery, session, buyer, state, attempts, under_way, due_at, at, deadline)
     VALUES ($1, $2, $3, $4, 'due', 0, 0, $5, $5, $6) ON CONFLICT (delivery) DO NOTHING`,
  ),
  addKnown: command(
    `INSERT INTO revocation_notices
       (revocation, delivery, session, buyer, state, attempts, under_way, due_at, message, at, deadline, acknowledged_at, acknowledged_by)
     VALUES ($1, $2, $3, $4, 'sent', 0, 0, NULL, $5, $6, $7, $6, $4)
     ON CONFLICT (delivery) DO UPDATE SET state = 'sent', due_at = NULL, message = excluded.message,
       acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by
     WHERE revocation_notices.acknowledged_at IS NULL`,
  ),
  acknowledge: command(
    `UPDATE revocation_notices SET state = 'sent', due_at = NULL, acknowledged_at = $2,
       acknowledged_by = COALESCE(CAST($3 AS TEXT), buyer)
     WHERE notice = $1 AND ${UNCONFIRMED}`,
  ),
  putOff: command('UPDATE revocation_notices SET due_at = $1 WHERE notice = $2 AND under_way = 0'),
  late: query(
    `SELECT notice, revocation, buyer, deadline FROM revocation_notices
     WHERE ${UNCONFIRMED} AND deadline < $1 AND escalated < $2 ORDER BY deadline, notice LIMIT $3`,
    { notice: integer, revocation: integer, buyer: text, deadline: integer },
  ),
  escalate: command(
    ({ numbersIn }) => `UPDATE revocation_notices SET escalated = $1 WHERE notice IN ${numbersIn('$2')}`,
  ),
  open: query(
    `SELECT buyer, COUNT(*) AS open, SUM(CASE WHEN deadline < $1 THEN 1 ELSE 0 END) AS near,
       SUM(CASE WHEN deadline < $2 THEN 1 ELSE 0 END) AS late, MIN(deadline) AS deadline
     FROM revocation_notices WHERE ${UNCONFIRMED} GROUP BY buyer ORDER BY MIN(deadline), buyer`,
    { buyer: text, open: integer, near: integer, late: integer, deadline: integer },
  ),
  entry: query(
    ({
      keepRows,
    }) => `SELECT revocation_notices.buyer AS buyer, outbox.key AS key, outbox.external_id AS external_id,
       leads.lead AS lead, revocations.phone AS said_phone, revocations.email AS said_email, said, said_at,
       revocation_notices.at AS at, deadline,
       CASE WHEN outbox.under_way = 1 AND outbox.state <> 'accepted' THEN 1 ELSE 0 END AS is_sending,
       CASE WHEN outbox.state = 'accepted' OR outbox.unsure = 1
         OR EXISTS (SELECT 1 FROM people WHERE people.delivery = outbox.delivery AND sold_at IS NOT NULL) THEN 1 ELSE 0 END AS has_lead,
       ${ON_ITS_WAY.split(', ')
         .map((column) => `revocation_notices.${column} AS ${column}`)
         .join(', ')}
     FROM revocation_notices JOIN revocations ON revocations.revocation = revocation_notices.revocation
       JOIN outbox ON outbox.delivery = revocation_notices.delivery
       LEFT JOIN leads ON leads.entry = outbox.lead
     WHERE notice = $1 ${keepRows('revocation_notices')}`,
    {
      buyer: text,
      key: text,
      external_id: textOrNull,
      lead: jsonOrNull<Fields>(),
      said_phone: textOrNull,
      said_email: textOrNull,
      said: text,
      said_at: integer,
      at: integer,
      deadline: integer,
      is_sending: flag,
      has_lead: flag,
      ...onItsWay<NoticeState>(),
    },
  ),
  list: listSql(NOTICES, {
    columns: {
      revocation: integer,
      buyer: text,
      state: word<NoticeState>(),
      offer: text,
      key: text,
      external_id: textOrNull,
      lead: jsonOrNull<Fields>(),
      said_phone: textOrNull,
      said_email: textOrNull,
      said: text,
      said_at: integer,
      deadline: integer,
      acknowledged_at: integerOrNull,
      acknowledged_by: textOrNull,
    },
    select: `revocation_notices.revocation AS revocation, buyer, state, ${ofDelivery('offer')}, ${ofDelivery('key')},
       ${ofDelivery('external_id')}, (SELECT leads.lead FROM outbox JOIN leads ON leads.entry = outbox.lead
         WHERE outbox.delivery = revocation_notices.delivery) AS lead,
       phone AS said_phone, email AS said_email, said, said_at, deadline, acknowledged_at, acknowledged_by`,
    joins: 'JOIN revocations ON revocations.revocation = revocation_notices.revocation',
    where: `AND ($8 = '' OR buyer = $8) AND ($9 = 0 OR (${UNCONFIRMED}))`,
  }),
}

const outbox = outboxRules(noticeSql)

export const noticeNoun = {
  // Nothing else reads or changes these rows, except a new request, which waits for all others.
  writes: ofRecords({ endNotice, acknowledgeNotices, replayNotice: outbox.replay, noteEscalated }),
  writesInContext: ofRecords({ beginNotice }),
  writesOfEach: ofRecords({ resumeNotices: outbox.resume }),
  reads: { dueNotices, lateNotices, openNotices },
  slowReads: { noticeList },
  sql: noticeSql,
}
