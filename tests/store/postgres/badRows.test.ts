import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { badRowsContract } from '../../server/jobs/badRowsContract.ts'
import { databaseOf } from './database.ts'

badRowsContract(async (place, now) => {
  const url = await databaseOf(place)
  const store = await openPostgres({ url, now })
  onTestFinished(() => store.close())
  return {
    store,
    async edit(sql, ...values) {
      const client = new Client({ connectionString: url })
      await client.connect()
      let n = 0
      await client.query(
        sql.replaceAll('?', () => `$${++n}`),
        values,
      )
      await client.end()
    },
  }
})
