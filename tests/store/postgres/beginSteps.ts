import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { HURT } from '../../server/smallFlow.ts'
import { uuidOf } from '../history.ts'

/** Begins a transaction of another process, in which visitors answer the first step of the small flow. */
export async function beginSteps(url: string) {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN; SELECT pg_current_xact_id()')
  return {
    answer: (visitor: number) =>
      client.query(
        `INSERT INTO steps (session, id, offer_key, step_key, answers, time_on_step, execute_actions, at)
         SELECT session, $1, $2, $3, $4, 5, '[]', at + 1 FROM sessions WHERE uuid = $5`,
        [uuidOf(60 + visitor), HURT.offer_key, HURT.step_key, JSON.stringify(HURT.answers), uuidOf(visitor)],
      ),
    commit: () => client.query('COMMIT'),
  }
}
