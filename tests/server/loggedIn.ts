import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Sites } from '../../schemas/people/sites.ts'
import type { OperatorRole } from '../../schemas/people/operator.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import type { Store } from '../../src/store/store.ts'

type Send = (call: InjectOptions) => Promise<LightMyRequestResponse>

/** Headers with which the page of a new operator calls, once logged in. */
export async function loggedIn(
  { send, store }: { send: Send; store: Store },
  {
    name = 'root',
    role = 'admin',
    host = 'localhost:3000',
    sites = null,
  }: { name?: string; role?: OperatorRole; host?: string; sites?: Sites } = {},
) {
  const ours = { 'x-requested-with': 'leadloom', host }
  const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
  await store.saveOperator({ name, role, sites, password_hash, since: 0 })
  const payload = { name, password: 'secret' }
  const answer = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
  const [cookie] = answer.cookies
  return { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }
}
