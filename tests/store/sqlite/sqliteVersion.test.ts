import { expect, test } from 'vitest'
import { refuseOldSqlite } from '../../../src/store/engines/sqlite/file/sqliteVersion.ts'

test.each(['3.51.2', '3.50.9', '3.9.99', '2.99.99', 'unknown'])('SQLite %s is refused', (version) => {
  expect(() => refuseOldSqlite(version)).toThrow(`SQLite ${version}, which can damage a database`)
})

test.each(['3.51.3', '3.51.10', '3.52.0', '4.0.0', process.versions.sqlite!])(
  'SQLite %s is used',
  (version) => {
    expect(() => refuseOldSqlite(version)).not.toThrow()
  },
)
