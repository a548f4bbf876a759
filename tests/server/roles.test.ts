import { afterAll, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { Call } from '../../schemas/kernel/call.ts'
import type { OperatorRole } from '../../schemas/people/operator.ts'
import { CALLER_NEEDS, ROLES } from '../../schemas/people/roles.ts'
import { allowed } from '../../src/server/operators/loginRoutes.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { running } from './running.ts'

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const { send, store } = await running({ until: afterAll, env: { RATE_LIMIT: '0' } })
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))

test.each<[OperatorRole, string[]]>([
  ['viewer', []],
  ['analyst', ['analyst']],
  ['author', ['author']],
  ['manager', ['analyst', 'manager']],
  ['admin', ['analyst', 'author', 'manager', 'admin']],
])(
  'the role %s gets what’s for %j, and other calls are refused before they’re read',
  async (role, callers) => {
    await store.saveOperator({ name: role, role, sites: null, password_hash, since: 0 })
    const payload = { name: role, password: 'secret' }
    const login = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
    const headers = { ...ours, cookie: `${login.cookies[0]!.name}=${login.cookies[0]!.value}` }
    const passed: string[] = []
    for (const caller of Object.keys(CALLER_NEEDS) as (keyof typeof CALLER_NEEDS)[]) {
      const done = (error?: Error) => error ?? passed.push(caller)
      Reflect.apply(allowed(caller), undefined, [{ session: { role } }, null, done])
    }
    expect(passed).toEqual(callers)
    for (const [name, { caller }] of Object.entries<Call>(CALLS)) {
      if (!(caller in CALLER_NEEDS)) continue
      const [method, url] = name.split(' ') as ['GET', CallName]
      const { statusCode } = await send({ method, url, headers })
      expect([name, statusCode === 403]).toEqual([name, !callers.includes(caller)])
    }
  },
)

test('only managers and admins see personal data', () => {
  const roles = Object.keys(ROLES) as OperatorRole[]
  expect(roles.filter((role) => ROLES[role].seesPersons)).toEqual(['manager', 'admin'])
})
