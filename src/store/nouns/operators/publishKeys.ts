import type { PublishKey } from '../../../../schemas/studio/publishKey.ts'
import { all, command, one, run, textOrNull, type Rule } from '../../kernel/statement.ts'
import { keySql } from './keySql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Keys with which programs publish. See keySql.ts. */

/** Saves a key with which programs publish, by its SHA-256. False if its name is or was in use. */
function* addPublishKey(
  hash: string,
  { name, path, made_by, made_at }: Omit<PublishKey, 'revoked_at'>,
): Rule<boolean> {
  return (yield* run(publishKeySql.add, hash, name, path, made_by, made_at)) === 1
}

/** False if none has this name, or it is revoked. */
function* revokePublishKey(name: string, at: number): Rule<boolean> {
  return (yield* run(publishKeySql.revoke, name, at)) === 1
}

/** The key with this SHA-256, even if it was revoked. */
const publishKey = (hash: string): Rule<PublishKey | null> => one(publishKeySql.key, hash)

/** Keys by name, including revoked ones. */
const publishKeys = (): Rule<PublishKey[]> => all(publishKeySql.keys)

const publishKeySql = {
  ...keySql('publish_keys', { path: textOrNull }),
  add: command(
    `INSERT INTO publish_keys (hash, name, path, made_by, made_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
  ),
}

export const publishKeyNoun = {
  writes: ofRecords({ addPublishKey, revokePublishKey }),
  reads: { publishKey, publishKeys },
  sql: publishKeySql,
}
