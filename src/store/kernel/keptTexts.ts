import { hash } from 'node:crypto'
import { heldText } from './heldText.ts'
import { integer, one, only, query, type Rule } from './statement.ts'

/** Stores a long text once, and returns its number in `table`. texts holds authors' texts; visitor_texts holds texts from browsers,
 *  which must be forgotten with their visitors; see privacy/erasedColumns.ts. */
function* keepText(table: keyof typeof textSql, content: string): Rule<number> {
  const { known, add } = textSql[table]
  // Hash of the text as stored, or no one could verify it.
  const sha256 = hash('sha256', heldText(content))
  const before = yield* one(known, sha256)
  if (before) return before.text
  // If another transaction writes the same text at this moment, it can be read once that is done.
  return ((yield* one(add, sha256, content)) ?? (yield* only(known, sha256))).text
}

export const keepAuthorText = (content: string): Rule<number> => keepText('texts', content)

export function* keepBrowserText(content: string | null): Rule<number | null> {
  return content ? yield* keepText('visitor_texts', content) : null
}

function statements(table: string) {
  return {
    known: query(`SELECT text FROM ${table} WHERE sha256 = $1`, { text: integer }),
    add: query(
      `INSERT INTO ${table} (sha256, content) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING text`,
      {
        text: integer,
      },
    ),
  }
}

export const textSql = { texts: statements('texts'), visitor_texts: statements('visitor_texts') }
