import { all, command, query, run, text, type Rule } from '../../kernel/statement.ts'

/** Saves the IDs that vendors' scripts gave the browser; the newest counts. */
export function* keepPixelIds(session: number, ids: Readonly<Record<string, string>>): Rule<void> {
  for (const [name, value] of Object.entries(ids)) yield* run(pixelIdSql.keep, session, name, value)
}

export function* pixelIds(session: number): Rule<Record<string, string>> {
  return Object.fromEntries((yield* all(pixelIdSql.of, session)).map(({ name, value }) => [name, value]))
}

export const pixelIdSql = {
  keep: command(
    `INSERT INTO pixel_ids (session, name, value) VALUES ($1, $2, $3)
     ON CONFLICT (session, name) DO UPDATE SET value = excluded.value`,
  ),
  of: query('SELECT name, value FROM pixel_ids WHERE session = $1', { name: text, value: text }),
}
