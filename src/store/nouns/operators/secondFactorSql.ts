import { command, integer, integerOrNull, query, text } from '../../kernel/statement.ts'

/** SQL for two-factor authentication. */

export const factorSql = {
  factor: query('SELECT sealed, confirmed_at, last_step FROM second_factors WHERE name = $1', {
    sealed: text,
    confirmed_at: integerOrNull,
    last_step: integer,
  }),
  begin: command(
    `INSERT INTO second_factors (name, sealed, made_at, last_step) VALUES ($1, $2, $3, 0)
     ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, made_at = excluded.made_at
       WHERE second_factors.confirmed_at IS NULL`,
  ),
  confirm: command(
    `UPDATE second_factors SET confirmed_at = $4, last_step = $3
     WHERE name = $1 AND sealed = $2 AND confirmed_at IS NULL`,
  ),
  useStep: command(
    `UPDATE second_factors SET last_step = $3
     WHERE name = $1 AND sealed = $2 AND confirmed_at IS NOT NULL AND last_step < $3`,
  ),
  drop: command('DELETE FROM second_factors WHERE name = $1'),
  codes: query('SELECT hash FROM recovery_codes WHERE name = $1', { hash: text }),
  addCode: command('INSERT INTO recovery_codes (name, hash) VALUES ($1, $2)'),
  useCode: command('DELETE FROM recovery_codes WHERE name = $1 AND hash = $2'),
  dropCodes: command('DELETE FROM recovery_codes WHERE name = $1'),
}
