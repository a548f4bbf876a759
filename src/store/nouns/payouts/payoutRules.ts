import type { NewPayoutRule, PayoutEvent, PayoutRule, PayoutTerms } from '../../../../schemas/desk/payouts.ts'
import { audit } from '../operators/auditLog.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  json,
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
import { isMetered } from './payoutTerms.ts'

/** Rules of what affiliates are paid. A rule never changes: another one replaces it, for what happens from then on. */

/** Adds a rule, in place of another one if it `replaces` that. Returns its number, or the number of the rule in force that it overlaps;
 *  null if the one to replace isn't in force for the same things. */
function* addPayoutRule(
  { aff_id, offer, event, terms, hold_days, claw_back }: NewPayoutRule,
  { by, at, replaces }: { by: string; at: number; replaces?: number | undefined },
): Rule<{ rule: number } | { overlaps: number } | null> {
  const known = yield* one(ruleSql.inForce, aff_id, event, offer)
  if (replaces !== undefined && known?.rule !== replaces) return null
  if (known && replaces === undefined) return { overlaps: known.rule }
  if (known) yield* run(ruleSql.end, known.rule, by, at)
  const how = [JSON.stringify(terms), hold_days, Number(claw_back), Number(isMetered(terms))] as const
  const { rule } = yield* only(ruleSql.add, aff_id, offer, event, ...how, by, at)
  yield* audit({ at, operator: by, act: 'make_payout_rule', about: aff_id }, [
    ...(known ? [{ field: 'replaces', before: null, after: String(known.rule), secret: false }] : []),
    { field: `rule ${rule}`, before: null, after: JSON.stringify({ event, offer, ...terms }), secret: false },
    { field: 'hold_days', before: null, after: String(hold_days), secret: false },
    { field: 'claw_back', before: null, after: String(claw_back), secret: false },
  ])
  return { rule }
}

/** Ends a rule: what happens from now on pays nothing by it. What it booked stays, and is still taken back by returns. False if it isn't
 *  in force. */
function* endPayoutRule(rule: number, { by, at }: { by: string; at: number }): Rule<boolean> {
  const before = yield* one(ruleSql.one, rule)
  if (!before || (yield* run(ruleSql.end, rule, by, at)) === 0) return false
  yield* audit({ at, operator: by, act: 'end_payout_rule', about: before.aff_id }, [
    {
      field: `rule ${rule}`,
      before: JSON.stringify({ event: before.event, offer: before.offer }),
      after: null,
      secret: false,
    },
  ])
  return true
}

/** All rules, by affiliate; those in force first, then the newest. */
function* payoutRules(): Rule<PayoutRule[]> {
  return (yield* all(ruleSql.all)).map(asRule)
}

function asRule({ made_by, made_at, ended_by, ended_at, ...rule }: RowOf<typeof RULE>): PayoutRule {
  return {
    ...rule,
    made: { by: made_by, at: made_at },
    ended: ended_at === null ? null : { by: ended_by ?? '', at: ended_at },
  }
}

const COLUMNS = `rule, aff_id, offer, event, terms, hold_days, claw_back, made_by, made_at, ended_by, ended_at`
const RULE = {
  rule: integer,
  aff_id: text,
  offer: text,
  event: word<PayoutEvent>(),
  terms: json<PayoutTerms>(),
  hold_days: integer,
  claw_back: flag,
  made_by: text,
  made_at: integer,
  ended_by: textOrNull,
  ended_at: integerOrNull,
}

const ruleSql = {
  add: query(
    `INSERT INTO payout_rules (aff_id, offer, event, terms, hold_days, claw_back, metered, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING rule`,
    { rule: integer },
  ),
  inForce: query(
    'SELECT rule FROM payout_rules WHERE aff_id = $1 AND event = $2 AND offer = $3 AND ended_at IS NULL',
    { rule: integer },
  ),
  // A clock that was set back must not end a rule before it began.
  end: command(
    `UPDATE payout_rules SET ended_by = $2, ended_at = CASE WHEN made_at > $3 THEN made_at ELSE $3 END
     WHERE rule = $1 AND ended_at IS NULL`,
  ),
  one: query(`SELECT ${COLUMNS} FROM payout_rules WHERE rule = $1`, RULE),
  all: query(
    `SELECT ${COLUMNS} FROM payout_rules
     ORDER BY ended_at IS NOT NULL, aff_id, event, offer, rule DESC`,
    RULE,
  ),
}

export const payoutRuleNoun = {
  writes: ofAll({ addPayoutRule, endPayoutRule }),
  reads: { payoutRules },
  sql: ruleSql,
}
