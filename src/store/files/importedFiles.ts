import { hash } from 'node:crypto'
import { command, one, query, run, text, type Rule } from '../statement.ts'

/** Keeps a file that an operator imports, or that is made of one, in the place of the one of this name. */
export function* keepImportedFile(name: string, content: string): Rule<void> {
  yield* run(importedSql.keep, name, content, hash('sha256', content))
}

/** What tells a file from the one that was there before; null when there is none of this name. */
export function* importedDigest(name: string): Rule<string | null> {
  return (yield* one(importedSql.digest, name))?.sha256 ?? null
}

export function* importedFile(name: string): Rule<string | null> {
  return (yield* one(importedSql.file, name))?.content ?? null
}

export const importedSql = {
  keep: command(
    `INSERT INTO imported_files (name, content, sha256) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET content = excluded.content, sha256 = excluded.sha256`,
  ),
  digest: query('SELECT sha256 FROM imported_files WHERE name = $1', { sha256: text }),
  file: query('SELECT content FROM imported_files WHERE name = $1', { content: text }),
}
