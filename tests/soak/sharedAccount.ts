import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Client } from 'pg'
import { DOUBLED, LOST } from './account.ts'

/** Compares the database that servers share with the file in which traffic.ts wrote the acknowledged calls. Counts what is lost and what is
 *  doubled, as account.ts does for an SQLite file. */
export async function sharedAccountOf(databaseUrl: string, acknowledged: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const told: string[][] = []
    for await (const line of createInterface(createReadStream(acknowledged))) told.push(line.split('\t'))
    await client.query('CREATE TEMP TABLE told (session TEXT, kind TEXT, name TEXT)')
    await client.query('INSERT INTO told SELECT * FROM unnest($1::text[], $2::text[], $3::text[])', [
      told.map(([session]) => session),
      told.map(([, kind]) => kind),
      told.map(([, , name]) => name),
    ])
    const counts = async (sqls: readonly string[]) => {
      let sum = 0
      for (const sql of sqls) sum += Number((await client.query<{ n: string }>(sql)).rows[0]!.n)
      return sum
    }
    return { acknowledged: told.length, lost: await counts(LOST), doubled: await counts(DOUBLED) }
  } finally {
    await client.end()
  }
}
