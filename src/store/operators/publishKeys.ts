import type { PublishKey } from '../../../schemas/studio/publishKey.ts'
import { all, command, integer, integerOrNull, one, query, run, text, textOrNull } from '../statement.ts'
import type { Rule } from '../statement.ts'

/** Keys with which programs publish. Each is known by the SHA-256 of it: who reads the database can publish nothing. */

/** False when there is, or was, one of this name. */
export function* addPublishKey(
  hash: string,
  { name, path, made_by, made_at }: Omit<PublishKey, 'revoked_at'>,
): Rule<boolean> {
  return (yield* run(publishKeySql.add, hash, name, path, made_by, made_at)) === 1
}

export function* revokePublishKey(name: string, at: number): Rule<boolean> {
  return (yield* run(publishKeySql.revoke, name, at)) === 1
}

export const publishKey = (hash: string): Rule<PublishKey | null> => one(publishKeySql.key, hash)

export const publishKeys = (): Rule<PublishKey[]> => all(publishKeySql.keys)

const key = {
  name: text,
  path: textOrNull,
  made_by: textOrNull,
  made_at: integer,
  revoked_at: integerOrNull,
}
const KEY = 'name, path, made_by, made_at, revoked_at'

export const publishKeySql = {
  add: command(
    `INSERT INTO publish_keys (hash, name, path, made_by, made_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
  ),
  revoke: command('UPDATE publish_keys SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL'),
  key: query(`SELECT ${KEY} FROM publish_keys WHERE hash = $1`, key),
  keys: query(`SELECT ${KEY} FROM publish_keys ORDER BY name`, key),
}
