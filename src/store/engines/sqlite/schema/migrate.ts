import type { DatabaseSync } from 'node:sqlite'
import { oldSchema } from '../../oldSchema.ts'
import { APPLICATION_ID, value } from '../file/file.ts'
import { SCHEMA_57 } from './schema57.ts'
import { SCHEMA_58 } from './schema58.ts'
import { SCHEMA_59 } from './schema59.ts'
import { SCHEMA_60 } from './schema60.ts'
import { SCHEMA_61 } from './schema61.ts'
import { SCHEMA_62 } from './schema62.ts'
import { SCHEMA_63 } from './schema63.ts'
import { SCHEMA_64 } from './schema64.ts'
import { SCHEMA_65 } from './schema65.ts'
import { SCHEMA_66 } from './schema66.ts'
import { SCHEMA_67 } from './schema67.ts'
import { SCHEMA_68 } from './schema68.ts'
import { SCHEMA_69 } from './schema69.ts'
import { SCHEMA_70 } from './schema70.ts'
import { SCHEMA_71 } from './schema71.ts'
import { SCHEMA, SCHEMA_NUMBER } from './sqliteSchema.ts'

/** Changes of the schema since SCHEMA, in order: the first one makes schema SCHEMA_NUMBER + 1. Each is in a file
 *  named by its number, such as schema57.ts, and never changes once it ran somewhere. Add the next one at the end. */
export const MIGRATIONS: readonly string[] = [
  SCHEMA_57,
  SCHEMA_58,
  SCHEMA_59,
  SCHEMA_60,
  SCHEMA_61,
  SCHEMA_62,
  SCHEMA_63,
  SCHEMA_64,
  SCHEMA_65,
  SCHEMA_66,
  SCHEMA_67,
  SCHEMA_68,
  SCHEMA_69,
  SCHEMA_70,
  SCHEMA_71,
]

/** Brings the schema to the newest, all or nothing. Two processes that start together take turns. */
export function migrate(db: DatabaseSync, migrations = MIGRATIONS): void {
  db.exec('BEGIN IMMEDIATE')
  let schema = Number(value(db, 'user_version'))
  if (schema === 0) {
    db.exec(SCHEMA)
    schema = SCHEMA_NUMBER
  }
  for (const migration of migrations.slice(schema - SCHEMA_NUMBER)) db.exec(migration)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${newest(migrations)}; COMMIT`)
}

/** Number of the schema that `migrations` end with. */
export function newest(migrations = MIGRATIONS): number {
  return SCHEMA_NUMBER + migrations.length
}

/** Throws one plain sentence about `place`, a database or a copy, if this release can't upgrade its schema; 0 for an empty database.
 *  `instead`: what to do with one from a newer release. */
export function refuseSchema(
  schema: number,
  place: string,
  { migrations = MIGRATIONS, instead }: { migrations?: readonly string[]; instead: string },
): void {
  if (schema > newest(migrations))
    throw new Error(
      `${place} was written by a newer release (schema ${schema}, this one supports ${newest(migrations)}). ${instead}.`,
    )
  if (schema > 0 && schema < SCHEMA_NUMBER) throw new Error(oldSchema(place, schema))
}
