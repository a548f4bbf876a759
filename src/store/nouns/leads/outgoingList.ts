import type { MailKind } from '../../../../schemas/buyer/buyer.ts'
import type { OutgoingAsked, OutgoingLine } from '../../../../schemas/desk/outgoing.ts'
import type { PixelEventState, PixelMoment } from '../../../../schemas/outgoing/pixel.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import {
  all,
  integer,
  integerOrNull,
  query,
  text,
  textOrNull,
  word,
  type Dialect,
  type Rule,
  LAST,
} from '../../kernel/statement.ts'

/** A page of emails, or of events for ad vendors. */
export interface OutgoingPage {
  rows: OutgoingLine[]
  next: string | null
}

/** `entry`: only that one. */
export type OutgoingWanted = OutgoingAsked & OfSites & { entry?: number | undefined }

/** A page of emails, or of events for ad vendors, newest first. */
function* outgoingList({
  what,
  state = '' as PixelEventState,
  from = 0,
  to = LAST,
  before,
  entry = ANY,
  sites,
}: OutgoingWanted): Rule<OutgoingPage> {
  const place = before === undefined ? LAST : Number(before)
  const values = [state, from, to, place, entry, siteList({ sites }), A_PAGE + 1] as const
  const found = yield* all(outgoingSql[what], ...values)
  const rows = found.slice(0, A_PAGE)
  return { rows, next: found.length > A_PAGE ? String(rows.at(-1)!.entry) : null }
}

const A_PAGE = 50
const ANY = 0
const listText =
  (table: string, key: string, columns: string) =>
  ({ textsIn }: Pick<Dialect, 'textsIn'>) =>
    `SELECT ${key} AS entry, sessions.uuid AS session_uuid, kind, offer, step, ${columns}, state, attempts, due_at,
       ${table}.at AS at, message AS last
     FROM ${table} JOIN sessions ON sessions.session = ${table}.session
     WHERE ($1 = '' OR state = $1) AND ${table}.at >= $2 AND ${table}.at <= $3 AND ${key} < $4
       AND (${key} = $5 OR $5 = ${ANY}) AND ${isOfSites(`${table}.session`, '$6', textsIn)}
     ORDER BY ${key} DESC LIMIT $7`

const line = {
  entry: integer,
  session_uuid: text,
  kind: word<MailKind | PixelMoment>(),
  offer: text,
  step: text,
  vendor: text,
  account: text,
  name: text,
  state: word<PixelEventState>(),
  attempts: integer,
  due_at: integerOrNull,
  at: integer,
  last: textOrNull,
}

const outgoingSql = {
  mail: query(listText('mails', 'mail', "'' AS vendor, '' AS account, '' AS name"), line),
  pixel: query(listText('pixel_events', 'entry', 'vendor, account, name'), line),
}

export const outgoingNoun = {
  slowReads: { outgoingList },
  sql: outgoingSql,
}
