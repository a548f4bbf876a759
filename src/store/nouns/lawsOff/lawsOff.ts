import type { LawOff } from '../../../../schemas/desk/lawOff.ts'
import { audit } from '../operators/auditLog.ts'
import { all, command, integer, query, run, text, type Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Legal rules that an admin turned off. Each change is in the audit log with its reason. */

/** All of them, sorted by rule. */
const lawsOff = (): Rule<LawOff[]> => all(lawOffSql.all)

/** Turns a rule off, and records that in the audit log. False if it is already off. */
function* turnLawOff({ rule, reason, off_by, off_at }: LawOff): Rule<boolean> {
  if ((yield* run(lawOffSql.add, rule, reason, off_by, off_at)) === 0) return false
  yield* audit({ at: off_at, operator: off_by, act: 'turn_off_law', about: rule }, [
    { field: 'reason', before: null, after: reason, secret: false },
  ])
  return true
}

/** Turns a rule on again, and records that in the audit log. False if it isn't off. */
function* turnLawOn(rule: string, { by, at }: { by: string; at: number }): Rule<boolean> {
  const off = (yield* lawsOff()).find((one) => one.rule === rule)
  if (!off) return false
  yield* run(lawOffSql.remove, rule)
  yield* audit({ at, operator: by, act: 'turn_on_law', about: rule }, [
    { field: 'reason', before: off.reason, after: null, secret: false },
  ])
  return true
}

const lawOffSql = {
  all: query('SELECT rule, reason, off_by, off_at FROM laws_off ORDER BY rule', {
    rule: text,
    reason: text,
    off_by: text,
    off_at: integer,
  }),
  add: command(
    'INSERT INTO laws_off (rule, reason, off_by, off_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
  ),
  remove: command('DELETE FROM laws_off WHERE rule = $1'),
}

export const lawOffNoun = {
  writes: ofRecords({ turnLawOff, turnLawOn }),
  reads: { lawsOff },
  sql: lawOffSql,
}
