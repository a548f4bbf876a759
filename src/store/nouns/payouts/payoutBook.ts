import { newYorkDay, newYorkDayAfter, newYorkMonth } from '../../../time/newYorkDay.ts'
import type { PayoutEvent, PayoutTerms } from '../../../../schemas/desk/payouts.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  one,
  only,
  query,
  run,
  text,
  word,
  type RowOf,
  type Rule,
} from '../../kernel/statement.ts'
import { keepPostbackMessages, reportedAffiliates, type PostbackKind } from '../postbacks/postbackMessages.ts'
import type { Tally } from '../totals/tally.ts'
import {
  isFull,
  roomIn,
  tierOf,
  withEntry,
  worthOf,
  PERIODS,
  type Meters,
  type Period,
} from './payoutTerms.ts'
import type { PaidClick, PayoutCause, RuleInForce } from './payoutTypes.ts'

/** Books what affiliates earn, in the transaction of what causes it. Causes are gathered, and booked at its end in the order in which they
 *  came, because rules with tiers or caps are locked until the commit: all at once, in the order of their numbers, so that no two
 *  processes wait for each other. */
export function openPayoutBook(tally: Tally) {
  let causes: PayoutCause[] = []
  return {
    add: (cause: PayoutCause) => void causes.push(cause),
    /** Books the gathered causes; call this within their transaction, before the tally is written. */
    *flush(): Rule<void> {
      if (causes.length === 0) return
      const gathered = causes
      causes = []
      const affiliates = JSON.stringify([...new Set(gathered.map(({ click }) => click.aff_id))])
      if (!(yield* one(bookSql.isUsed))) return
      const rules = yield* all(bookSql.rules, affiliates)
      const reported = yield* reportedAffiliates(affiliates)
      if (rules.some(({ metered }) => metered)) yield* all(bookSql.lock, affiliates)
      for (const cause of gathered) yield* book(tally, cause, { rules, reported })
    },
    /** Drops the gathered causes, when what caused them was rolled back. */
    forget: () => void (causes = []),
  }
}
export type PayoutBook = ReturnType<typeof openPayoutBook>

interface Given {
  rules: readonly RuleInForce[]
  /** Affiliates that have postbacks. */
  reported: ReadonlySet<string>
}

function* book(tally: Tally, cause: PayoutCause, given: Given): Rule<void> {
  if (cause.event !== 'sale') return yield* convert(tally, cause, given)
  const { click, offer, source, external_id, entry, change, at } = cause
  if (cause.isFirst) yield* convert(tally, cause, given)
  else {
    const own = yield* one(bookSql.conversion, click.session, offer, 'sale', source, external_id)
    if (own) yield* follow(tally, { ...own, ...withEntry(own, change) }, { own, entry, at })
  }
  const lead = yield* one(bookSql.conversion, click.session, offer, 'lead', '', '')
  if (!lead) return
  const { sold, booked } = withEntry(lead, change)
  yield* follow(tally, { ...lead, sold, booked }, { own: lead, entry, at })
}

/** Records a new conversion, and books what it is worth. */
function* convert(tally: Tally, cause: PayoutCause, { rules, reported }: Given): Rule<void> {
  const { click, event, offer, at } = cause
  const rule = ruleFor(cause, rules)
  if (!rule && !reported.has(click.aff_id)) return
  const sale = cause.event === 'sale' ? cause : { source: '', external_id: '', change: NO_ENTRY }
  const start = { ...withEntry(NOTHING, sale.change), event }
  const meters = rule?.metered ? yield* metersOf(rule.rule, at) : NO_METERS
  const isCapped = rule !== null && isFull(rule.terms, meters)
  const { cents: fixed_cents, share_bp } = rule === null || isCapped ? UNPAID : tierOf(rule.terms, meters)
  const state = { ...start, fixed_cents, share_bp, claw_back: rule?.claw_back ?? false }
  const granted = Math.min(worthOf(state), rule ? roomIn(rule.terms.caps, meters) : 0)
  const payable_at = newYorkDayAfter(at, rule?.hold_days ?? 0)
  const { conversion } = yield* only(
    bookSql.convert,
    click.session,
    event,
    offer,
    sale.source,
    sale.external_id,
    click.version,
    click.channel,
    click.arrival ?? null,
    rule?.rule ?? null,
    Number(isCapped),
    fixed_cents,
    share_bp,
    Number(state.claw_back),
    start.amount_cents,
    start.left_cents,
    start.sold,
    start.booked,
    granted,
    payable_at,
    at,
  )
  if (rule?.metered && !isCapped) yield* meter(rule.rule, at, { conversions: 1, cents: granted })
  const paid = { conversion, rule: rule?.rule ?? null, event, offer, source: sale.source, payable_at }
  yield* enter(tally, { ...paid, ...click }, { cents: granted, entry: FIRST, at })
  yield* report(paid, click, { kind: event, cents: granted, before: 0, entry: FIRST, at })
}

/** Books the difference that an entry of a sale makes to what a conversion is worth. */
function* follow(
  tally: Tally,
  after: ConversionRow,
  { own, entry, at }: { own: ConversionRow; entry: number; at: number },
): Rule<void> {
  const { conversion, rule, terms } = own
  const worth = worthOf(after)
  const extra = worth - own.granted_cents
  // Without a rule, nothing is ever worth more.
  const more = extra > 0 ? Math.min(extra, roomIn(terms!.caps, yield* metersOf(rule!, own.at))) : 0
  const granted_cents = own.granted_cents + more
  const balance_cents = Math.min(worth, granted_cents)
  const { amount_cents, left_cents, sold, booked } = after
  yield* run(bookSql.update, conversion, amount_cents, left_cents, sold, booked, granted_cents, balance_cents)
  if (own.metered === 1) yield* meter(rule!, own.at, { conversions: 0, cents: more })
  const cents = balance_cents - own.balance_cents
  yield* enter(tally, own, { cents, entry, at })
  const kind = followingKind(own, { sold, cents, balance_cents })
  if (kind) yield* report(own, own, { kind, cents: balance_cents, before: own.balance_cents, entry, at })
}

/** Event that a postback reports for an entry after the first; null if nothing that it reports changed. */
function followingKind(
  own: ConversionRow,
  { sold, cents, balance_cents }: { sold: number; cents: number; balance_cents: number },
): PostbackKind | null {
  if (cents !== 0) return balance_cents === 0 ? 'return' : 'change'
  // Only of a sale that pays nothing, what became of the sale itself is reported.
  if (own.event !== 'sale' || balance_cents > 0 || sold === own.sold) return null
  return sold > 0 ? 'change' : 'return'
}

/** Rule that a new conversion falls under: the one in force when it happened. One for its offer alone comes before one for all. */
function ruleFor(
  { click, event, offer, at }: PayoutCause,
  rules: readonly RuleInForce[],
): RuleInForce | null {
  const inForce = rules.filter(
    (rule) =>
      rule.aff_id === click.aff_id &&
      rule.event === event &&
      rule.made_at <= at &&
      (rule.ended_at === null || at < rule.ended_at),
  )
  return inForce.find((rule) => rule.offer === offer) ?? inForce.find((rule) => rule.offer === '') ?? null
}

/** Cause of the entry for what a conversion was worth at first. */
export const FIRST = 0
const UNPAID = { cents: 0, share_bp: 0 }
const NOTHING = { amount_cents: 0, left_cents: 0, sold: 0, booked: 0 }
const NO_ENTRY = { kind: 'return', sold: 0, cents: 0 } as const
const NO_METER = { conversions: 0, cents: 0 }
const NO_METERS: Meters = { day: NO_METER, month: NO_METER, total: NO_METER }

const startOf = (at: number): Record<Period, number> => ({
  day: newYorkDay(at),
  month: newYorkMonth(at),
  total: 0,
})

function* metersOf(rule: number, at: number): Rule<Meters> {
  const { day, month, total } = startOf(at)
  const meters = { ...NO_METERS }
  for (const { per, ...sums } of yield* all(bookSql.meters, rule, day, month, total)) meters[per] = sums
  return meters
}

function* meter(rule: number, at: number, { conversions, cents }: Meters[Period]): Rule<void> {
  if (conversions === 0 && cents === 0) return
  const starts = startOf(at)
  for (const per of PERIODS) yield* run(bookSql.meter, rule, per, starts[per], conversions, cents)
}

type Paid = Pick<ConversionRow, 'conversion' | 'rule' | 'event' | 'offer' | 'source' | 'payable_at'>

function* enter(
  tally: Tally,
  paid: Paid & PaidClick,
  { cents, entry, at }: { cents: number; entry: number; at: number },
): Rule<void> {
  const { conversion, rule, session, aff_id, channel, path, version, event, offer, source } = paid
  if (rule === null || cents === 0) return
  const payable_at = Math.max(paid.payable_at, newYorkDay(at))
  const click = [session, rule, aff_id, channel, path, version] as const
  yield* run(bookSql.enter, conversion, entry, ...click, event, offer, source, cents, payable_at, at)
  tally.addPayout({ path, version, channel, offer, source, at }, cents)
}

function* report(
  { conversion, offer }: Paid,
  { aff_id, session }: PaidClick,
  message: { kind: PostbackKind; cents: number; before: number; entry: number; at: number },
): Rule<void> {
  const { entry: cause, ...rest } = message
  yield* keepPostbackMessages({ conversion, session, aff_id, offer }, { cause, ...rest })
}

const CONVERSION = {
  conversion: integer,
  session: integer,
  event: word<PayoutEvent>(),
  offer: text,
  source: text,
  version: integer,
  channel: integer,
  path: text,
  aff_id: text,
  rule: integerOrNull,
  fixed_cents: integer,
  share_bp: integer,
  claw_back: flag,
  amount_cents: integer,
  left_cents: integer,
  sold: integer,
  booked: integer,
  granted_cents: integer,
  balance_cents: integer,
  payable_at: integer,
  at: integer,
  metered: integerOrNull,
  terms: jsonOrNull<PayoutTerms>(),
}
type ConversionRow = RowOf<typeof CONVERSION>

export const bookSql = {
  isUsed: query(
    'SELECT 1 AS is_used WHERE EXISTS (SELECT 1 FROM payout_rules) OR EXISTS (SELECT 1 FROM postbacks)',
    { is_used: integer },
  ),
  rules: query(
    ({
      textsIn,
    }) => `SELECT rule, aff_id, offer, event, terms, hold_days, claw_back, metered, made_at, ended_at
     FROM payout_rules WHERE aff_id IN ${textsIn('$1')} ORDER BY rule`,
    {
      rule: integer,
      aff_id: text,
      offer: text,
      event: word<PayoutEvent>(),
      terms: json<PayoutTerms>(),
      hold_days: integer,
      claw_back: flag,
      metered: flag,
      made_at: integer,
      ended_at: integerOrNull,
    },
  ),
  lock: query(
    ({ textsIn, keepRows }) => `SELECT rule FROM payout_rules
     WHERE aff_id IN ${textsIn('$1')} AND metered = 1 ORDER BY rule ${keepRows('payout_rules')}`,
    { rule: integer },
  ),
  conversion: query(
    `SELECT conversion, payout_conversions.session AS session, payout_conversions.event AS event,
       payout_conversions.offer AS offer, source, version, payout_conversions.channel AS channel, path,
       channels.aff_id AS aff_id, payout_conversions.rule AS rule, fixed_cents, share_bp,
       payout_conversions.claw_back AS claw_back, amount_cents, left_cents, sold, booked, granted_cents, balance_cents,
       payable_at, at, metered, terms
     FROM payout_conversions JOIN channels ON channels.channel = payout_conversions.channel
       LEFT JOIN payout_rules ON payout_rules.rule = payout_conversions.rule
     WHERE session = $1 AND payout_conversions.offer = $2 AND payout_conversions.event = $3 AND source = $4
       AND external_id = $5`,
    CONVERSION,
  ),
  convert: query(
    `INSERT INTO payout_conversions
       (session, event, offer, source, external_id, version, channel, arrival, rule, capped, fixed_cents, share_bp,
        claw_back, amount_cents, left_cents, sold, booked, granted_cents, balance_cents, payable_at, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7,
       COALESCE(CAST($8 AS BIGINT), (SELECT COALESCE(MAX(arrival), 0) FROM arrivals WHERE session = $1)),
       $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20) RETURNING conversion`,
    { conversion: integer },
  ),
  update: command(
    `UPDATE payout_conversions SET amount_cents = $2, left_cents = $3, sold = $4, booked = $5, granted_cents = $6,
       balance_cents = $7 WHERE conversion = $1`,
  ),
  meters: query(
    `SELECT per, conversions, cents FROM payout_meters
     WHERE rule = $1 AND ((per = 'day' AND starts = $2) OR (per = 'month' AND starts = $3) OR (per = 'total' AND starts = $4))`,
    { per: word<Period>(), conversions: integer, cents: integer },
  ),
  meter: command(
    `INSERT INTO payout_meters (rule, per, starts, conversions, cents) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (rule, per, starts) DO UPDATE SET conversions = payout_meters.conversions + excluded.conversions,
       cents = payout_meters.cents + excluded.cents`,
  ),
  enter: command(
    `INSERT INTO payouts
       (conversion, cause, session, rule, aff_id, channel, path, version, event, offer, source, cents, payable_at, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
  ),
}
