import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '../../../schemas/people/operator.ts'
import { hashPassword } from '../../../src/server/operators/passwords.ts'
import type { running } from '../running.ts'

const PASSWORD = 'correct horse battery'

/** Creates an operator with this role, logs in, and calls the desk as that operator. */
export async function askAs(
  { ctx, send }: Pick<Awaited<ReturnType<typeof running>>, 'ctx' | 'send'>,
  role: OperatorRole,
) {
  const name = `one-${role}`
  const password_hash = await hashPassword(PASSWORD, randomBytes)
  await ctx.store.saveOperator({ name, role, sites: null, password_hash, since: 0 })
  const { cookies } = await send({
    method: 'POST',
    url: '/api/reports/login',
    payload: { name, password: PASSWORD },
    headers: { 'x-requested-with': 'leadloom', host: 'localhost:3000' },
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'x-requested-with': 'leadloom' }
  return {
    get: (url: string) => send({ url: `/api/reports/desk/${url}`, headers }),
    post: (url: string, payload: object) =>
      send({ method: 'POST', url: `/api/reports/desk/${url}`, headers, payload }),
  }
}
