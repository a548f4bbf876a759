import type { OperatorRole } from '../../../../schemas/people/operator.ts'
import { command, integer, jsonOrNull, query, text, textOrNull, type Column } from '../../kernel/statement.ts'

/** SQL for links with which people choose a password. */

const COLUMNS = 'name, role, sites, made_by, made_at, expires_at'
const columns = {
  name: text,
  role: { holds: 'text' } as Column<OperatorRole | null>,
  sites: jsonOrNull<string[]>(),
  made_by: textOrNull,
  made_at: integer,
  expires_at: integer,
}

export const invitationSql = {
  add: command(`INSERT INTO invitations (token_hash, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)`),
  drop: command('DELETE FROM invitations WHERE name = $1'),
  dropOf: command('DELETE FROM invitations WHERE name = $1 OR made_by = $1'),
  invitation: query(`SELECT ${COLUMNS} FROM invitations WHERE token_hash = $1 AND expires_at > $2`, columns),
  invitations: query(`SELECT ${COLUMNS} FROM invitations WHERE expires_at > $1 ORDER BY name`, columns),
}
