import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { prepare } from './file.ts'

/** Keeps long texts once: the number of each text in `table`, to be called within a transaction. texts is what authors wrote;
 *  visitor_texts is what browsers sent, which has to be forgotten: see personal.ts. */
export function openTexts(db: DatabaseSync, table: 'texts' | 'visitor_texts'): (content: string) => number {
  const known = prepare(db, `SELECT text FROM ${table} WHERE sha256 = $1`)
  const add = prepare(db, `INSERT INTO ${table} (sha256, content) VALUES ($1, $2) RETURNING text`)
  return (content) => {
    const sha256 = hash('sha256', content)
    return Number((known.get(sha256) ?? add.get(sha256, content))!['text'])
  }
}
