import type {
  NoticeOfRevocation,
  RecordedRevocation,
  RevocationChannel,
} from '../../../../schemas/kernel/revocation.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import { endOfBusinessDay } from '../../../time/businessDays.ts'
import { knownSecret, secret } from '../../kernel/secrets.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  LAST,
  jsonOrNull,
  one,
  only,
  query,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { ofAll } from '../../kernel/writeScopes.ts'
import { callOffDelivery } from '../leads/deliveries.ts'
import { optOut, optOutAt } from '../privacy/optOuts.ts'
import type { NewPrivacyRequest } from '../privacy/privacyTypes.ts'
import { logRequest } from '../privacy/requests.ts'
import { contactHash, contactIn, contactsIn, optOutKeys, optOutKeysOf } from '../privacy/person.ts'
import { addNotice, noticeColumns, NOTICE_SQL } from './notices.ts'
import type { NewRevocation, RevocationsWanted, TakenRevocation } from './revocationTypes.ts'

/** People's requests not to be contacted anymore. Their keyed hashes are kept in opt_outs, and outlive everything else of the person. */

/** Source in opt_outs. */
const SOURCE = 'revocation'

/** Days that the law leaves to honor a request. Source: 47 CFR 64.1200(a)(10). */
const BUSINESS_DAYS = 10

/** Records requests. What each forbids is in effect once this resolves: deliveries and emails on their way to the person, and future
 *  sales. Each buyer that has the person gets a notice. */
function* takeRevocations(said: readonly NewRevocation[], at: number): Rule<TakenRevocation[]> {
  const taken: TakenRevocation[] = []
  for (const one of said) taken.push(yield* takeRevocation(one, at))
  return taken
}

function* takeRevocation(reported: NewRevocation, at: number): Rule<TakenRevocation> {
  const { source, ref, said, said_at } = reported
  const named = yield* leadNamed(reported)
  const inLead = contactsIn(Object.values(named?.lead ?? {}).flat())
  // A report by the lead's key alone is about the person of that lead.
  const isByLead = reported.phone === null && reported.email === null
  const { phone, email } = isByLead ? inLead : reported
  const keys = yield* keysOf({ phone, email })
  const known = yield* one(revocationSql.known, source, ref)
  if (known) {
    // The lead may have been forgotten since.
    const isSame =
      (isByLead && keys.phone === null && keys.email === null) ||
      ((known.phone_key ?? keys.phone) === keys.phone && (known.email_key ?? keys.email) === keys.email)
    return { outcome: isSame ? 'known' : 'conflict', notices: 0 }
  }
  if (keys.phone === null && keys.email === null && !named) return { outcome: 'unnamed', notices: 0 }
  const theirs = yield* deliveriesOf({ phone, email, session: named?.session ?? null })
  // A buyer that never got the person speaks only for itself.
  const isTheirBuyer = theirs.some((one) => one.buyer === source && hasPerson(one))
  const scope = source === '' || isTheirBuyer ? 'all' : 'buyer'
  const concerned = scope === 'all' ? theirs : theirs.filter(({ buyer }) => buyer === source)
  if (scope === 'all') {
    yield* optOut({ session_uuid: null, phone, email, source: SOURCE, at })
    for (const session_uuid of new Set(concerned.map(({ session_uuid }) => session_uuid)))
      yield* optOut({ session_uuid, phone: null, email: null, source: SOURCE, at })
  } else yield* optOutAt(source, { phone, email, source: SOURCE, at })
  const { revocation } = yield* only(
    revocationSql.add,
    source,
    ref,
    reported.channel,
    scope,
    reported.by,
    reported.means,
    said,
    phone,
    email,
    keys.phone,
    keys.email,
    said_at,
    at,
  )
  const deadline = endOfBusinessDay(Math.min(said_at, at), BUSINESS_DAYS)
  let notices = 0
  for (const one of concerned) {
    yield* callOffDelivery(one.delivery, at)
    if (scope === 'all' && hasPerson(one))
      notices += yield* addNotice({ revocation, ...one, at, deadline, isTheirs: one.buyer === source })
  }
  return { outcome: 'taken', notices }
}

/** True if a buyer has the person: it bought or may have bought the lead, or is being posted it now. */
function hasPerson({ state, unsure, sold_at }: { state: string; unsure: boolean; sold_at: number | null }) {
  return state === 'accepted' || unsure || sold_at !== null
}

/** The lead that a report names by our key. A buyer can name only a lead that it has. */
function* leadNamed({ source, lead }: NewRevocation): Rule<{ session: number; lead: Fields | null } | null> {
  if (lead === null) return null
  const found = yield* one(revocationSql.named, lead, source)
  return found && hasPerson(found) ? found : null
}

function* keysOf(who: { phone: string | null; email: string | null }) {
  return contactKeys(yield* secret('opt-out'), who)
}

function contactKeys(key: string, who: { phone: string | null; email: string | null }) {
  const keys = optOutKeys(key, { session_uuid: null, ...who })
  const of = (wanted: string): string | null => keys.find(({ kind }) => kind === wanted)?.key ?? null
  return { phone: of('phone'), email: of('email') }
}

/** Deliveries of everyone with this phone number or this email address, and of a session. */
function* deliveriesOf({
  phone,
  email,
  session,
}: {
  phone: string | null
  email: string | null
  session: number | null
}) {
  const key = yield* secret('people')
  const whos = [
    phone === null ? null : contactHash(key, { kind: 'phone', text: phone }),
    email === null ? null : contactHash(key, { kind: 'email', text: email }),
  ].filter((who) => who !== null)
  return yield* all(revocationSql.theirs, JSON.stringify(whos), session ?? 0)
}

/** Newest first, each with its notices. */
function* revocations({
  state,
  buyer = '',
  channel = '' as RevocationChannel,
  from = 0,
  to = LAST,
  search,
  before = LAST,
  now,
  limit,
}: RevocationsWanted): Rule<(RecordedRevocation & { notices: NoticeOfRevocation[] })[]> {
  const sought = yield* soughtBy(search)
  const found = yield* all(
    revocationSql.list,
    state ?? '',
    now,
    buyer,
    channel,
    from,
    to,
    before,
    sought.revocation,
    sought.key,
    limit,
  )
  const numbers = JSON.stringify(found.map(({ revocation }) => revocation))
  const notices = Map.groupBy(yield* all(revocationSql.notices, numbers), ({ revocation }) => revocation)
  return found.map(({ reported_by, ...one }) => ({
    ...one,
    by: reported_by,
    notices: (notices.get(one.revocation) ?? []).map(({ revocation: _revocation, ...notice }) => notice),
  }))
}

/** The number of a request, or the key of a person, that a search means. */
function* soughtBy(search: string | undefined): Rule<{ revocation: number; key: string }> {
  if (search === undefined) return { revocation: 0, key: '' }
  const typed = search.trim()
  if (/^\d{1,6}$/.test(typed)) return { revocation: Number(typed), key: '' }
  const contact = contactIn(typed)
  const key = yield* knownSecret('opt-out')
  const keys = contactKeys(key ?? '', {
    phone: contact?.kind === 'phone' ? typed : null,
    email: contact?.kind === 'email' ? typed : null,
  })
  return { revocation: -1, key: keys.phone ?? keys.email ?? '' }
}

/** Requests of the person of a session, oldest first, and notices about its leads. `contactValues`: all values that its visitor typed. */
function* revocationsOf(
  session_uuid: string,
  contactValues: readonly string[],
): Rule<{ requests: RecordedRevocation[]; notices: NoticeOfRevocation[] }> {
  const secret = (yield* knownSecret('opt-out')) ?? ''
  const keys = optOutKeysOf(secret, session_uuid, contactValues).map(({ key }) => key)
  const requests = yield* all(revocationSql.ofPerson, JSON.stringify(keys), session_uuid)
  const notices = yield* all(revocationSql.noticesOf, session_uuid)
  return {
    requests: requests.map(({ reported_by, ...one }) => ({ ...one, by: reported_by })),
    notices: notices.map(({ revocation: _revocation, ...notice }) => notice),
  }
}

const COLUMNS = `revocation, source, channel, scope, reported_by, means, said, phone, email, said_at, at`

const revocationColumns = {
  revocation: integer,
  source: text,
  channel: word<RevocationChannel>(),
  scope: word<'all' | 'buyer'>(),
  reported_by: text,
  means: text,
  said: text,
  phone: textOrNull,
  email: textOrNull,
  said_at: integer,
  at: integer,
}

const OPEN = `SELECT 1 FROM revocation_notices AS open WHERE open.revocation = revocations.revocation
  AND open.acknowledged_at IS NULL AND open.state <> 'suppressed'`

const revocationSql = {
  add: query(
    `INSERT INTO revocations (source, ref, channel, scope, reported_by, means, said, phone, email, phone_key, email_key, said_at, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING revocation`,
    { revocation: integer },
  ),
  known: query('SELECT phone_key, email_key FROM revocations WHERE source = $1 AND ref = $2', {
    phone_key: textOrNull,
    email_key: textOrNull,
  }),
  named: query(
    `SELECT outbox.session AS session, leads.lead AS lead, state, unsure,
       (SELECT MAX(sold_at) FROM people WHERE people.delivery = outbox.delivery) AS sold_at
     FROM outbox LEFT JOIN leads ON leads.entry = outbox.lead WHERE key = $1 AND (buyer = $2 OR $2 = '')`,
    { session: integer, lead: jsonOrNull<Fields>(), state: text, unsure: flag, sold_at: integerOrNull },
  ),
  theirs: query(
    ({
      textsIn,
    }) => `SELECT outbox.delivery AS delivery, outbox.session AS session, sessions.uuid AS session_uuid,
       outbox.buyer AS buyer, state, unsure,
       (SELECT MAX(sold_at) FROM people WHERE people.delivery = outbox.delivery) AS sold_at
     FROM (SELECT delivery FROM people WHERE who IN ${textsIn('$1')}
         UNION SELECT delivery FROM outbox WHERE session = $2) AS theirs
       JOIN outbox ON outbox.delivery = theirs.delivery JOIN sessions ON sessions.session = outbox.session
     ORDER BY outbox.delivery`,
    {
      delivery: integer,
      session: integer,
      session_uuid: text,
      buyer: text,
      state: text,
      unsure: flag,
      sold_at: integerOrNull,
    },
  ),
  list: query(
    `SELECT ${COLUMNS} FROM revocations
     WHERE ($1 = '' OR ($1 = 'open' AND EXISTS (${OPEN})) OR ($1 = 'late' AND EXISTS (${OPEN} AND open.deadline < $2))
         OR ($1 = 'done' AND NOT EXISTS (${OPEN})))
       AND ($3 = '' OR source = $3 OR EXISTS (SELECT 1 FROM revocation_notices AS to_buyer
         WHERE to_buyer.revocation = revocations.revocation AND to_buyer.buyer = $3))
       AND ($4 = '' OR channel = $4) AND at >= $5 AND at <= $6 AND revocation < $7
       AND ($8 = 0 OR revocation = $8 OR phone_key = $9 OR email_key = $9)
     ORDER BY revocation DESC LIMIT $10`,
    revocationColumns,
  ),
  ofPerson: query(
    ({ textsIn }) => `SELECT ${COLUMNS} FROM revocations
     WHERE scope = 'all' AND (phone_key IN ${textsIn('$1')} OR email_key IN ${textsIn('$1')}
       OR revocation IN (SELECT revocation FROM revocation_notices
         WHERE session = (SELECT session FROM sessions WHERE uuid = $2)))
     ORDER BY revocation`,
    revocationColumns,
  ),
  notices: query(
    ({ numbersIn }) => `SELECT ${NOTICE_SQL} WHERE revocation IN ${numbersIn('$1')} ORDER BY notice`,
    noticeColumns,
  ),
  noticesOf: query(
    `SELECT ${NOTICE_SQL} WHERE revocation_notices.session = (SELECT session FROM sessions WHERE uuid = $1)
     ORDER BY notice`,
    noticeColumns,
  ),
}

/** Logs a privacy request. One not to be called anymore takes effect as a revocation in the same transaction. */
function* privacyRequest(asked: NewPrivacyRequest): Rule<number> {
  const { kind, manner, path, phone, email, at } = asked
  const request = yield* logRequest(asked)
  if (kind === 'unsubscribe')
    yield* takeRevocation(
      {
        source: '',
        ref: `request ${request}`,
        channel: manner === 'form' ? 'site' : 'desk',
        by: path,
        means: '',
        said: '',
        phone,
        email,
        lead: null,
        said_at: at,
      },
      at,
    )
  return request
}

export const revocationNoun = {
  writes: ofAll({ takeRevocations, privacyRequest }),
  reads: { revocationsOf },
  slowReads: { revocations },
  sql: revocationSql,
}
