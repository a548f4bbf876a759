import type { Account, OperatorRole } from '../../../../schemas/people/operator.ts'
import type { Removal } from '../../../../schemas/people/people.ts'
import type { Sites } from '../../../../schemas/people/sites.ts'
import { foldedName } from './foldedName.ts'
import type { LoginBound, NewOperator, OperatorRecord } from './operatorTypes.ts'
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
} from '../../kernel/statement.ts'
import { invitationSql } from './invitationSql.ts'
import { factorSql } from './secondFactorSql.ts'
import { identitySql, passkeySql } from './proofSql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Creates the account, or gives it this password, role, and sites; its logins end. */
export function* saveOperator({ name: typed, role, sites, password_hash, since }: NewOperator): Rule<void> {
  yield* foldNames()
  const name = (yield* operator(typed))?.name ?? typed
  yield* run(operatorSql.save, name, role, textOf(sites), password_hash, since, foldedName(name))
  // With its own password, the account no longer belongs to the provider.
  yield* run(identitySql.dropOf, name)
  yield* run(operatorSql.dropLoginsOf, name, '')
  yield* run(invitationSql.drop, name)
}

/** Creates the account if there is no account at all, even if other processes try at the same moment. False if there is one. */
function* saveFirstOperator(operator: NewOperator): Rule<boolean> {
  if ((yield* operatorCount()) > 0) return false
  yield* saveOperator(operator)
  return true
}

/** Ends the account, its logins and the links it made; it stays listed. */
function* revokeOperator(typed: string, at: number): Rule<Removal> {
  const account = yield* changeable(typed)
  if (typeof account === 'string') return account
  const { name } = account
  yield* run(operatorSql.revoke, at, name)
  // A future account with this name belongs to someone else.
  yield* run(factorSql.drop, name)
  yield* run(factorSql.dropCodes, name)
  yield* run(passkeySql.dropOf, name)
  yield* dropAccessOf(name)
  return 'done'
}

/** Gives the account another role or other sites; its logins end, and the links it made. */
export function* changeRole(typed: string, role: OperatorRole, sites: Sites): Rule<Removal> {
  const account = yield* changeable(typed, role)
  if (typeof account === 'string') return account
  const { name } = account
  yield* run(operatorSql.changeRole, name, role, textOf(sites))
  yield* dropAccessOf(name)
  return 'done'
}

/** The account, or the reason that it can't lose its role or get `role` instead. Two admins who change each other at the same moment
 *  take turns. */
function* changeable(typed: string, role?: OperatorRole): Rule<OperatorRecord | Exclude<Removal, 'done'>> {
  const admins = yield* all(operatorSql.keepAdmins)
  const account = yield* operator(typed)
  if (!account || account.revoked_at !== null) return 'unknown'
  const isLast = admins.length === 1 && admins[0]!.name === account.name
  return isLast && role !== 'admin' ? 'last_admin' : account
}

/** Drops the logins of an account whose permissions change, and the invitation links it made or got. */
function* dropAccessOf(name: string): Rule<void> {
  yield* run(operatorSql.dropLoginsOf, name, '')
  yield* run(invitationSql.dropOf, name)
}

/** Ends all logins of the account except the one with the ID `kept`, and an invitation link for it. False if no account has this name, or
 *  it is revoked. */
function* changePassword(
  name: string,
  { password_hash, at, kept }: { password_hash: string; at: number; kept: string },
): Rule<boolean> {
  const isChanged = (yield* run(operatorSql.changePassword, name, password_hash, at)) === 1
  if (!isChanged) return false
  yield* run(operatorSql.dropLoginsOf, name, kept)
  yield* run(invitationSql.drop, name)
  return true
}

/** Counts a try under each key, in a window that begins with its first. If a key's tries are used up, counts none and resolves to the time
 *  when its window began; otherwise null. */
function* beginLogin(bounds: LoginBound[], at: number, windowMs: number): Rule<number | null> {
  yield* run(operatorSql.sweepFailures, at - windowMs)
  for (const { key, most } of bounds) {
    const failures = yield* one(operatorSql.loginFailures, key)
    if (failures && failures.count >= most) return failures.since
  }
  for (const { key } of bounds) yield* run(operatorSql.countLogin, key, at)
  return null
}

/** Ends a login attempt, and restores the counted try if the password was right. A wrong password restores none, but takes the same time,
 *  so that it doesn't reveal if the account exists. */
function* endLogin(keys: string[], isRight: boolean): Rule<void> {
  for (const key of keys) yield* run(operatorSql.endLogin, key, isRight ? 1 : 0)
}

/** The account of this name in any case; the record has the name as it was created. Finds an account by its exact name first, because an
 *  earlier release may have made two that differ only by case. */
export function* operator(name: string): Rule<OperatorRecord | null> {
  return (yield* one(operatorSql.operator, name)) ?? (yield* one(operatorSql.folded, foldedName(name)))
}

/** Makes accounts of an earlier release findable in any case. Resolves to the names in use that stay separate because another one differs
 *  only by case. They are found only by their exact name, and no other account can be made with it. Oldest accounts come first; a later one
 *  whose name differs only by case stays separate. */
export function* foldNames(): Rule<string[]> {
  const apart: string[] = []
  for (const { name, revoked_at } of yield* all(operatorSql.unfolded)) {
    const isFolded = (yield* run(operatorSql.fold, name, foldedName(name))) === 1
    if (!isFolded && revoked_at === null) apart.push(name)
  }
  return apart
}

/** Records when the account was first told that it needs two-factor authentication. Resolves to that time. */
function* beginFactorGrace(name: string, at: number): Rule<number> {
  yield* run(operatorSql.beginFactorGrace, name, at)
  return (yield* operator(name))?.factor_from ?? at
}

const operators = (): Rule<Account[]> => all(operatorSql.operators)

function* operatorCount(): Rule<number> {
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

const RECORD = 'name, role, sites, since, revoked_at, password_hash, factor_from'
const record = { ...account, password_hash: text, factor_from: integerOrNull }

export const operatorSql = {
  save: command(
    `INSERT INTO operators (name, role, sites, password_hash, since, folded) VALUES ($1, $2, $3, $4, $5,
       CASE WHEN EXISTS (SELECT 1 FROM operators WHERE folded = $6) THEN NULL ELSE $6 END)
     ON CONFLICT (name) DO UPDATE SET role = excluded.role, sites = excluded.sites, password_hash = excluded.password_hash,
       since = excluded.since, revoked_at = NULL,
       factor_from = CASE WHEN operators.revoked_at IS NULL THEN operators.factor_from END`,
  ),
  unfolded: query(
    `SELECT name, revoked_at FROM operators WHERE folded IS NULL
     ORDER BY CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END, since, name`,
    { name: text, revoked_at: integerOrNull },
  ),
  fold: command(
    `UPDATE operators SET folded = $2
     WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM operators AS other WHERE other.folded = $2)`,
  ),
  beginFactorGrace: command('UPDATE operators SET factor_from = $2 WHERE name = $1 AND factor_from IS NULL'),
  make: command(
    `INSERT INTO operators (name, role, sites, password_hash, since, folded) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
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
  keepRefusalEntry: command('UPDATE login_failures SET entry = $2 WHERE key = $1'),
  refusalEntry: query('SELECT entry FROM login_failures WHERE key = $1', { entry: integerOrNull }),
  endLogin: command('UPDATE login_failures SET count = count - $2 WHERE key = $1'),
  sweepFailures: command('DELETE FROM login_failures WHERE since <= $1'),
  operator: query(`SELECT ${RECORD} FROM operators WHERE name = $1`, record),
  folded: query(`SELECT ${RECORD} FROM operators WHERE folded = $1`, record),
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

export const operatorNoun = {
  writes: ofRecords({
    saveOperator,
    saveFirstOperator,
    revokeOperator,
    changeRole,
    changePassword,
    beginFactorGrace,
    beginLogin,
    endLogin,
    foldNames,
  }),
  reads: { operator, operatorCount, operators },
  sql: operatorSql,
}
