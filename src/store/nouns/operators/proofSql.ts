import { command, integer, integerOrNull, json, query, text } from '../../kernel/statement.ts'

/** SQL for alternatives to a password: passkeys and OIDC logins. */

const PASSKEY = 'id, operator, label, public_key, counter, transports, made_at, used_at'
const passkey = {
  id: text,
  operator: text,
  label: text,
  public_key: text,
  counter: integer,
  transports: json<string[]>(),
  made_at: integer,
  used_at: integerOrNull,
}

export const passkeySql = {
  add: command(
    `INSERT INTO passkeys (id, operator, label, public_key, counter, transports, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
  ),
  passkey: query(`SELECT ${PASSKEY} FROM passkeys WHERE id = $1`, passkey),
  passkeys: query(`SELECT ${PASSKEY} FROM passkeys WHERE operator = $1 ORDER BY made_at, id`, passkey),
  any: query('SELECT id FROM passkeys LIMIT 1', { id: text }),
  use: command(
    'UPDATE passkeys SET counter = $2, used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))',
  ),
  drop: command('DELETE FROM passkeys WHERE operator = $1 AND id = $2'),
  dropOf: command('DELETE FROM passkeys WHERE operator = $1'),
}

export const challengeSql = {
  use: command('INSERT INTO used_challenges (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING'),
  sweep: command('DELETE FROM used_challenges WHERE expires_at <= $1'),
}

export const identitySql = {
  add: command(
    'INSERT INTO identities (issuer, subject, operator) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
  ),
  identity: query('SELECT operator FROM identities WHERE issuer = $1 AND subject = $2', { operator: text }),
  identityOf: query('SELECT subject FROM identities WHERE operator = $1', { subject: text }),
  dropOf: command('DELETE FROM identities WHERE operator = $1'),
}
