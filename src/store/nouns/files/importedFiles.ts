import { hash } from 'node:crypto'
import { command, integer, one, query, run, text, type Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Saves a file that an operator imports, or that is made from one, in place of the one with this name. */
function* keepImportedFile(name: string, content: string): Rule<void> {
  yield* run(importedSql.keep, name, content, hash('sha256', content))
}

/** SHA-256 of the file with this name; null if there is none. */
function* importedDigest(name: string): Rule<string | null> {
  return (yield* one(importedSql.digest, name))?.sha256 ?? null
}

function* importedFile(name: string): Rule<string | null> {
  return (yield* one(importedSql.file, name))?.content ?? null
}

/** Marks a file as about to be named again. False if none has this name. */
function* useImportedFile(name: string): Rule<boolean> {
  return (yield* run(importedSql.use, name)) === 1
}

/** Size in bytes of a file stored in base64; null if none has this name. */
function* importedBytes(name: string): Rule<number | null> {
  return (yield* one(importedSql.bytes, name))?.bytes ?? null
}

const importedSql = {
  keep: command(
    `INSERT INTO imported_files (name, content, sha256) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET content = excluded.content, sha256 = excluded.sha256, unused_at = NULL`,
  ),
  digest: query('SELECT sha256 FROM imported_files WHERE name = $1', { sha256: text }),
  use: command('UPDATE imported_files SET unused_at = NULL WHERE name = $1'),
  bytes: query(
    `SELECT LENGTH(content) * 3 / 4
       - CASE WHEN content LIKE '%==' THEN 2 WHEN content LIKE '%=' THEN 1 ELSE 0 END AS bytes
     FROM imported_files WHERE name = $1`,
    { bytes: integer },
  ),
  file: query('SELECT content FROM imported_files WHERE name = $1', { content: text }),
}

export const importedNoun = {
  writes: ofRecords({ keepImportedFile, useImportedFile }),
  reads: { importedBytes, importedDigest, importedFile },
  sql: importedSql,
}
