import type {
  AffiliateBalance,
  PayoutEvent,
  PayoutLine,
  PayoutsAsked,
} from '../../../../schemas/desk/payouts.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  LAST,
  query,
  text,
  word,
  type Rule,
} from '../../kernel/statement.ts'

/** The ledger of payouts, as operators and reports read it. */

/** A page of entries, newest first. */
function* payoutList(
  { aff_id = '', offer = '', event, statement, from = 0, to = LAST, before }: PayoutsAsked,
  limit: number,
): Rule<PayoutLine[]> {
  const wanted = [aff_id, offer, event ?? '', statement ?? 0] as const
  return yield* all(ledgerSql.page, ...wanted, from, to, before === undefined ? LAST : Number(before), limit)
}

/** Sums by affiliate: owed, and paid. `payableAt`: latest instant at which an entry may become payable to count as such now. */
const affiliateBalances = (payableAt: number): Rule<AffiliateBalance[]> => all(ledgerSql.balances, payableAt)

const ledgerSql = {
  page: query(
    `SELECT payouts.entry AS entry, payouts.at AS at, payable_at, payouts.aff_id AS aff_id, sub1, sub2, sub3,
       payouts.path AS path, payouts.version AS version, event, offer, source, sessions.uuid AS session_uuid, cents,
       CASE cause WHEN 0 THEN 1 ELSE 0 END AS is_first, statement
     FROM payouts JOIN channels ON channels.channel = payouts.channel
       JOIN sessions ON sessions.session = payouts.session
       LEFT JOIN payout_statement_entries AS listed ON listed.entry = payouts.entry
     WHERE ($1 = '' OR payouts.aff_id = $1) AND ($2 = '' OR offer = $2) AND ($3 = '' OR event = $3)
       AND ($4 = 0 OR statement = $4) AND payouts.at >= $5 AND payouts.at <= $6 AND payouts.entry < $7
     ORDER BY payouts.entry DESC LIMIT $8`,
    {
      entry: integer,
      at: integer,
      payable_at: integer,
      aff_id: text,
      sub1: text,
      sub2: text,
      sub3: text,
      path: text,
      version: integer,
      event: word<PayoutEvent>(),
      offer: text,
      source: text,
      session_uuid: text,
      cents: integer,
      is_first: flag,
      statement: integerOrNull,
    },
  ),
  balances: query(
    `SELECT payouts.aff_id AS aff_id,
       CAST(SUM(CASE WHEN listed.statement IS NULL AND payable_at <= $1 THEN payouts.cents ELSE 0 END) AS BIGINT) AS payable_cents,
       CAST(SUM(CASE WHEN listed.statement IS NULL AND payable_at > $1 THEN payouts.cents ELSE 0 END) AS BIGINT) AS held_cents,
       CAST(SUM(CASE WHEN state IN ('draft', 'approved') THEN payouts.cents ELSE 0 END) AS BIGINT) AS open_cents,
       CAST(SUM(CASE state WHEN 'paid' THEN payouts.cents ELSE 0 END) AS BIGINT) AS paid_cents
     FROM payouts LEFT JOIN payout_statement_entries AS listed ON listed.entry = payouts.entry
       LEFT JOIN payout_statements ON payout_statements.statement = listed.statement
     GROUP BY payouts.aff_id ORDER BY payouts.aff_id`,
    {
      aff_id: text,
      payable_cents: integer,
      held_cents: integer,
      open_cents: integer,
      paid_cents: integer,
    },
  ),
}

export const payoutLedgerNoun = {
  slowReads: { payoutList, affiliateBalances },
  sql: ledgerSql,
}
