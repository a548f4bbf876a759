import type { PublishKey } from '../../../../schemas/studio/publishKey.ts'
import { all, command, one, run, textOrNull, type Rule } from '../../kernel/statement.ts'
import { keySql } from './keySql.ts'

/** Keys with which programs publish. See keySql.ts. */

/** False if its name is or was in use. */
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

export const publishKeySql = {
  ...keySql('publish_keys', { path: textOrNull }),
  add: command(
    `INSERT INTO publish_keys (hash, name, path, made_by, made_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
  ),
}
