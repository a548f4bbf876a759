import { randomBytes } from 'node:crypto'
import { command, one, only, query, run, text, type Rule } from './statement.ts'
import { ofRecords } from './writeScopes.ts'

/** A secret created once and kept: 32 random bytes, hex. */
export function* secret(name: string): Rule<string> {
  const known = yield* knownSecret(name)
  if (known !== null) return known
  yield* run(secretSql.add, name, randomBytes(32).toString('hex'))
  return (yield* only(secretSql.secret, name)).value
}

/** Saves a secret made elsewhere, unless one has this name. Returns the saved one. */
function* keepSecret(name: string, value: string): Rule<string> {
  yield* run(secretSql.add, name, value)
  return (yield* only(secretSql.secret, name)).value
}

/** Null if none has this name. */
export function* knownSecret(name: string): Rule<string | null> {
  return (yield* one(secretSql.secret, name))?.value ?? null
}

const secretSql = {
  add: command('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING'),
  secret: query('SELECT value FROM secrets WHERE name = $1', { value: text }),
}

export const secretNoun = {
  writes: ofRecords({ secret, keepSecret }),
  reads: { knownSecret },
  sql: secretSql,
}
