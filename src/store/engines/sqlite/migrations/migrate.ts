import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import { APPLICATION_ID } from '../file/file.ts'
import { newYorkDay } from '../../../../time/newYorkDay.ts'
import { contactHash, type Contact } from '../../../nouns/privacy/person.ts'
import { pressAgreed } from './pressAgreed.ts'
import { SCHEMA_1 } from './schema01.ts'
import { SCHEMAS_2_TO_8 } from './schema02to08.ts'
import { SCHEMAS_9_TO_13 } from './schema09to13.ts'
import { SCHEMAS_14_TO_16 } from './schema14to16.ts'
import { SCHEMAS_17_TO_18 } from './schema17to18.ts'
import { SCHEMAS_19_TO_23 } from './schema19to23.ts'
import { SCHEMA_24, SCHEMA_25, SCHEMA_26, SCHEMA_27, SCHEMA_28 } from './schema24to28.ts'
import { SCHEMA_29, SCHEMA_30, SCHEMA_31, SCHEMA_32, SCHEMA_33 } from './schema29to33.ts'
import { SCHEMA_34, SCHEMA_35, SCHEMA_36, SCHEMA_37, SCHEMA_38, SCHEMA_39 } from './schema34to39.ts'
import { SCHEMA_40, SCHEMA_41 } from './schema40to41.ts'
import { SCHEMA_42, SCHEMA_43 } from './schema42to43.ts'
import { SCHEMA_44 } from './schema44.ts'
import { SCHEMA_45 } from './schema45.ts'
import { SCHEMA_46 } from './schema46.ts'
import { SCHEMA_47 } from './schema47.ts'
import { SCHEMA_48 } from './schema48.ts'
import { SCHEMA_49, SCHEMA_50, SCHEMA_51 } from './schema49to51.ts'
import { SCHEMA_52, SCHEMA_53, SCHEMA_54, SCHEMA_55, SCHEMA_56 } from './schema52to56.ts'

/** Forward only. A number once released never changes: what is next goes below, under the next number.
 *  `PRAGMA user_version` holds the number of the last one that ran. */
export const MIGRATIONS: readonly string[] = [
  ...SCHEMA_1,
  ...SCHEMAS_2_TO_8,
  ...SCHEMAS_9_TO_13,
  ...SCHEMAS_14_TO_16,
  ...SCHEMAS_17_TO_18,
  ...SCHEMAS_19_TO_23,
  ...SCHEMA_24,
  ...SCHEMA_25,
  ...SCHEMA_26,
  ...SCHEMA_27,
  ...SCHEMA_28,
  ...SCHEMA_29,
  ...SCHEMA_30,
  ...SCHEMA_31,
  ...SCHEMA_32,
  ...SCHEMA_33,
  ...SCHEMA_34,
  ...SCHEMA_35,
  ...SCHEMA_36,
  ...SCHEMA_37,
  ...SCHEMA_38,
  ...SCHEMA_39,
  ...SCHEMA_40,
  ...SCHEMA_41,
  ...SCHEMA_42,
  ...SCHEMA_43,
  ...SCHEMA_44,
  ...SCHEMA_45,
  ...SCHEMA_46,
  ...SCHEMA_47,
  ...SCHEMA_48,
  ...SCHEMA_49,
  ...SCHEMA_50,
  ...SCHEMA_51,
  ...SCHEMA_52,
  ...SCHEMA_53,
  ...SCHEMA_54,
  ...SCHEMA_55,
  ...SCHEMA_56,
]

/** Brings the schema to the newest, all or nothing. Two processes that start together take turns. */
export function migrate(db: DatabaseSync): void {
  db.function('contact_hash', { deterministic: true }, (secret, kind, text) =>
    text === null ? null : contactHash(String(secret), { kind: kind as Contact['kind'], text: String(text) }),
  )
  db.function('press_agreed', pressAgreed(db))
  db.function('sha256_of', { deterministic: true }, (text) =>
    text === null ? null : hash('sha256', String(text)),
  )
  db.function('new_york_day', { deterministic: true }, (at) => newYorkDay(Number(at)))
  db.function('text_beside', (name) => textBeside(db, String(name)))
  db.exec('BEGIN IMMEDIATE')
  const current = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  for (const migration of MIGRATIONS.slice(current)) db.exec(migration)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}; COMMIT`)
}

/** The text of a file in the folder of the database; null when there is none. */
function textBeside(db: DatabaseSync, name: string): string | null {
  const database = db.location()
  const file = database && join(dirname(database), name)
  return file && existsSync(file) ? readFileSync(file, 'utf8') : null
}
