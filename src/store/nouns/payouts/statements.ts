import type { NewStatement, PayoutStatement } from '../../../../schemas/desk/payouts.ts'
import { newYorkStart, nextNewYorkDay } from '../../../time/newYorkDay.ts'
import { audit } from '../operators/auditLog.ts'
import {
  all,
  command,
  integer,
  integerOrNull,
  one,
  only,
  query,
  run,
  text,
  textOrNull,
  word,
  type RowOf,
  type Rule,
} from '../../kernel/statement.ts'
import { ofAll } from '../../kernel/writeScopes.ts'

/** Statements of payouts. One has every entry that became payable by its last day and is in no other, so that nothing is left out or paid
 *  twice; what is booked later for its days is in the next one. */

interface By {
  by: string
  at: number
}

/** Makes a draft. Null if nothing is payable. */
function* makeStatement(
  { aff_id, from_day, to_day }: NewStatement,
  { by, at }: By,
): Rule<{ statement: number } | null> {
  const until = nextNewYorkDay(newYorkStart(to_day))
  const { entries, cents } = yield* only(statementSql.payable, aff_id, until)
  if (entries === 0) return null
  const { statement } = yield* only(statementSql.make, aff_id, from_day, to_day, entries, cents, by, at)
  yield* run(statementSql.list, statement, aff_id, until)
  yield* record(statement, 'make_statement', null, { by, at })
  return { statement }
}

/** Result of a step of a statement. state: it isn't in the state that the step begins with. negative: nothing is to be paid. */
export type StatementStep = 'done' | 'unknown' | 'state' | 'negative'

/** Approves a draft for payment. */
function* approveStatement(statement: number, { by, at }: By): Rule<StatementStep> {
  const known = yield* one(statementSql.one, statement)
  if (!known) return 'unknown'
  if (known.state !== 'draft') return 'state'
  if (known.cents <= 0) return 'negative'
  yield* run(statementSql.approve, statement, by, at)
  yield* record(statement, 'approve_statement', 'draft', { by, at })
  return 'done'
}

/** Records that an approved statement was paid. */
function* payStatement(statement: number, reference: string, { by, at }: By): Rule<StatementStep> {
  const known = yield* one(statementSql.one, statement)
  if (!known) return 'unknown'
  if (known.state !== 'approved') return 'state'
  yield* run(statementSql.pay, statement, by, at, reference)
  yield* record(statement, 'pay_statement', 'approved', { by, at })
  return 'done'
}

/** Discards a statement that isn't paid. Its entries are payable again. */
function* discardStatement(statement: number, { by, at }: By): Rule<StatementStep> {
  const known = yield* one(statementSql.one, statement)
  if (!known) return 'unknown'
  if (known.state !== 'draft' && known.state !== 'approved') return 'state'
  yield* run(statementSql.discard, statement)
  yield* run(statementSql.free, statement)
  yield* record(statement, 'discard_statement', known.state, { by, at })
  return 'done'
}

function* record(
  statement: number,
  act: 'make_statement' | 'approve_statement' | 'pay_statement' | 'discard_statement',
  before: string | null,
  { by, at }: By,
): Rule<void> {
  const { aff_id, state, cents, reference } = yield* only(statementSql.one, statement)
  yield* audit({ at, operator: by, act, about: `${statement} (${aff_id})` }, [
    { field: 'state', before, after: state, secret: false },
    { field: 'cents', before: null, after: String(cents), secret: false },
    ...(act === 'pay_statement'
      ? [{ field: 'reference', before: null, after: reference, secret: false }]
      : []),
  ])
}

/** All statements but discarded ones, newest first. */
function* payoutStatements(): Rule<PayoutStatement[]> {
  return (yield* all(statementSql.all)).map(asStatement)
}

function* payoutStatement(statement: number): Rule<PayoutStatement | null> {
  const row = yield* one(statementSql.one, statement)
  return row && asStatement(row)
}

/** Sums of a statement's entries by what they pay for. */
export interface StatementSum {
  event: string
  offer: string
  path: string
  sub1: string
  conversions: number
  taken_back: number
  cents: number
}

const statementSums = (statement: number): Rule<StatementSum[]> => all(statementSql.sums, statement)

function asStatement(row: RowOf<typeof STATEMENT>): PayoutStatement {
  const { made_by, made_at, approved_by, approved_at, paid_by, paid_at, ...rest } = row
  const done = (by: string | null, at: number | null) => (at === null ? null : { by: by ?? '', at })
  return {
    ...rest,
    made: { by: made_by, at: made_at },
    approved: done(approved_by, approved_at),
    paid: done(paid_by, paid_at),
  }
}

const STATEMENT = {
  statement: integer,
  aff_id: text,
  from_day: text,
  to_day: text,
  entries: integer,
  cents: integer,
  state: word<PayoutStatement['state']>(),
  made_by: text,
  made_at: integer,
  approved_by: textOrNull,
  approved_at: integerOrNull,
  paid_by: textOrNull,
  paid_at: integerOrNull,
  reference: textOrNull,
}
const COLUMNS = Object.keys(STATEMENT).join(', ')

const PAYABLE = `payouts WHERE aff_id = $AFF AND payable_at < $UNTIL
       AND NOT EXISTS (SELECT 1 FROM payout_statement_entries AS listed WHERE listed.entry = payouts.entry)`
const payable = (affiliate: string, until: string) =>
  PAYABLE.replace('$AFF', affiliate).replace('$UNTIL', until)

const statementSql = {
  payable: query(
    `SELECT COUNT(*) AS entries, COALESCE(CAST(SUM(cents) AS BIGINT), 0) AS cents FROM ${payable('$1', '$2')}`,
    { entries: integer, cents: integer },
  ),
  make: query(
    `INSERT INTO payout_statements (aff_id, from_day, to_day, entries, cents, state, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, 'draft', $6, $7) RETURNING statement`,
    { statement: integer },
  ),
  list: command(
    `INSERT INTO payout_statement_entries (entry, statement)
     SELECT entry, CAST($1 AS BIGINT) FROM ${payable('$2', '$3')}`,
  ),
  approve: command(
    "UPDATE payout_statements SET state = 'approved', approved_by = $2, approved_at = $3 WHERE statement = $1",
  ),
  pay: command(
    `UPDATE payout_statements SET state = 'paid', paid_by = $2, paid_at = $3, reference = $4 WHERE statement = $1`,
  ),
  discard: command("UPDATE payout_statements SET state = 'discarded' WHERE statement = $1"),
  free: command('DELETE FROM payout_statement_entries WHERE statement = $1'),
  one: query(`SELECT ${COLUMNS} FROM payout_statements WHERE statement = $1`, STATEMENT),
  all: query(
    `SELECT ${COLUMNS} FROM payout_statements WHERE state <> 'discarded' ORDER BY statement DESC`,
    STATEMENT,
  ),
  sums: query(
    `SELECT event, offer, payouts.path AS path, sub1, SUM(CASE cause WHEN 0 THEN 1 ELSE 0 END) AS conversions,
       SUM(CASE WHEN payouts.cents < 0 THEN 1 ELSE 0 END) AS taken_back, CAST(SUM(payouts.cents) AS BIGINT) AS cents
     FROM payout_statement_entries AS listed JOIN payouts ON payouts.entry = listed.entry
       JOIN channels ON channels.channel = payouts.channel
     WHERE listed.statement = $1
     GROUP BY event, offer, payouts.path, sub1 ORDER BY event, offer, payouts.path, sub1`,
    {
      event: text,
      offer: text,
      path: text,
      sub1: text,
      conversions: integer,
      taken_back: integer,
      cents: integer,
    },
  ),
}

export const statementNoun = {
  writes: ofAll({ makeStatement, approveStatement, payStatement, discardStatement }),
  reads: { payoutStatements, payoutStatement },
  slowReads: { statementSums },
  sql: statementSql,
}
