import type { Account, OperatorRole } from '../../../schemas/people/operator.ts'
import type { Removal } from '../../../schemas/people/people.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { LoginBound, OperatorRecord } from './operatorTypes.ts'
import {
  all,
  command,
  integer,
  integerOrNull,
  jsonOrNull,
  one,
  only,
  query,
  run,
  text,
  word,
  type Rule,
} from '../statement.ts'
import { invitationSql } from './invitationSql.ts'
import { factorSql } from './secondFactorSql.ts'

export function* saveOperator({
  name,
  role,
  sites,
  password_hash,
  since,
}: Omit<OperatorRecord, 'revoked_at'>): Rule<void> {
  yield* run(operatorSql.save, name, role, textOf(sites), password_hash, since)
  yield* run(operatorSql.dropLoginsOf, name, '')
  yield* run(invitationSql.drop, name)
}

export function* saveFirstOperator(operator: Omit<OperatorRecord, 'revoked_at'>): Rule<boolean> {
  if ((yield* operatorCount()) > 0) return false
  yield* saveOperator(operator)
  return true
}

export function* revokeOperator(name: string, at: number): Rule<Removal> {
  const refused = yield* refusedRemoval(name)
  if (refused) return refused
  yield* run(operatorSql.revoke, at, name)
  // Who gets the name one day is somebody else.
  yield* run(factorSql.drop, name)
  yield* run(factorSql.dropCodes, name)
  yield* dropAccessOf(name)
  return 'done'
}

export function* changeRole(name: string, role: OperatorRole, sites: Sites): Rule<Removal> {
  const refused = yield* refusedRemoval(name, role)
  if (refused) return refused
  yield* run(operatorSql.changeRole, name, role, textOf(sites))
  yield* dropAccessOf(name)
  return 'done'
}

/** Why an account cannot lose its role, or get `role` in its place: two admins who take it from each other at once take turns. */
function* refusedRemoval(name: string, role?: OperatorRole): Rule<Removal | null> {
  const admins = yield* all(operatorSql.keepAdmins)
  const account = yield* operator(name)
  if (!account || account.revoked_at !== null) return 'unknown'
  const isLast = admins.length === 1 && admins[0]!.name === name
  return isLast && role !== 'admin' ? 'last_admin' : null
}

/** Of who may do other things from now on: what they are logged in to, and the links that they made or got. */
function* dropAccessOf(name: string): Rule<void> {
  yield* run(operatorSql.dropLoginsOf, name, '')
  yield* run(invitationSql.dropOf, name)
}

export function* changePassword(
  name: string,
  { password_hash, at, kept }: { password_hash: string; at: number; kept: string },
): Rule<boolean> {
  const isChanged = (yield* run(operatorSql.changePassword, name, password_hash, at)) === 1
  if (!isChanged) return false
  yield* run(operatorSql.dropLoginsOf, name, kept)
  yield* run(invitationSql.drop, name)
  return true
}

export function* beginLogin(bounds: LoginBound[], at: number, windowMs: number): Rule<number | null> {
  yield* run(operatorSql.sweepFailures, at - windowMs)
  for (const { key, most } of bounds) {
    const failures = yield* one(operatorSql.loginFailures, key)
    if (failures && failures.count >= most) return failures.since
  }
  for (const { key } of bounds) yield* run(operatorSql.countLogin, key, at)
  return null
}

/** One that was wrong takes back nothing, in the same time: it says nothing of whether there is the account. */
export function* endLogin(keys: string[], isRight: boolean): Rule<void> {
  for (const key of keys) yield* run(operatorSql.endLogin, key, isRight ? 1 : 0)
}

export const operator = (name: string): Rule<OperatorRecord | null> => one(operatorSql.operator, name)

export const operators = (): Rule<Account[]> => all(operatorSql.operators)

export function* operatorCount(): Rule<number> {
  return (yield* only(operatorSql.count)).operators
}

const textOf = (sites: Sites) => sites && JSON.stringify(sites)

const account = {
  name: text,
  role: word<OperatorRole>(),
  sites: jsonOrNull<string[]>(),
  since: integer,
  revoked_at: integerOrNull,
}

export const operatorSql = {
  save: command(
    `INSERT INTO operators (name, role, sites, password_hash, since) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET role = excluded.role, sites = excluded.sites, password_hash = excluded.password_hash,
       since = excluded.since, revoked_at = NULL`,
  ),
  revoke: command('UPDATE operators SET revoked_at = $1 WHERE name = $2 AND revoked_at IS NULL'),
  changeRole: command('UPDATE operators SET role = $2, sites = $3 WHERE name = $1'),
  changePassword: command(
    'UPDATE operators SET password_hash = $2, since = $3 WHERE name = $1 AND revoked_at IS NULL',
  ),
  dropLoginsOf: command(
    ({ jsonText }) => `DELETE FROM login_sessions WHERE ${jsonText('data', 'operator')} = $1 AND id <> $2`,
  ),
  keepAdmins: query(
    ({ keepRows }) =>
      `SELECT name FROM operators WHERE role = 'admin' AND revoked_at IS NULL ORDER BY name ${keepRows('operators')}`,
    { name: text },
  ),
  countLogin: command(
    `INSERT INTO login_failures (key, count, since) VALUES ($1, 1, $2)
     ON CONFLICT (key) DO UPDATE SET count = login_failures.count + 1`,
  ),
  endLogin: command('UPDATE login_failures SET count = count - $2 WHERE key = $1'),
  sweepFailures: command('DELETE FROM login_failures WHERE since <= $1'),
  operator: query(
    'SELECT name, role, sites, since, revoked_at, password_hash FROM operators WHERE name = $1',
    {
      ...account,
      password_hash: text,
    },
  ),
  operators: query(
    `SELECT name, role, sites, since, revoked_at,
       (SELECT confirmed_at FROM second_factors WHERE second_factors.name = operators.name) AS second_factor_at
     FROM operators ORDER BY name`,
    { ...account, second_factor_at: integerOrNull },
  ),
  count: query('SELECT COUNT(*) AS operators FROM operators', { operators: integer }),
  loginFailures: query('SELECT count, since FROM login_failures WHERE key = $1', {
    count: integer,
    since: integer,
  }),
}
