import { expect, test } from 'vitest'
import type { ProviderLogin } from '../../../src/store/nouns/operators/operatorTypes.ts'
import type { OpenStore } from '../contract.ts'

const ada = { name: 'ada', role: 'admin', sites: null, password_hash: 'x', since: 1 } as const
const bob = { ...ada, name: 'bob' }
const key = {
  id: 'k1',
  operator: 'ada',
  label: 'Laptop',
  public_key: 'p1',
  counter: 0,
  transports: ['internal'],
  made_at: 5,
}
const MOST = 3
const cleo: ProviderLogin = {
  issuer: 'https://id.example',
  subject: 's1',
  name: 'cleo',
  role: 'manager',
  sites: ['claims'],
  password_hash: 'nobody knows it',
  at: 5,
}

export function passkeyContract(open: OpenStore): void {
  test('a passkey belongs to one account, which has a limited number', async () => {
    const store = await open('passkeys')
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    expect(await store.hasPasskeys()).toBe(false)
    expect(await store.addPasskey(key, MOST)).toBe(true)
    expect(await store.addPasskey(key, MOST)).toBe(false)
    expect(await store.addPasskey({ ...key, operator: 'bob' }, MOST)).toBe(false)
    expect(await store.addPasskey({ ...key, id: 'k9', operator: 'nobody' }, MOST)).toBe(false)
    expect(await store.addPasskey({ ...key, id: 'k3', made_at: 7 }, MOST)).toBe(true)
    expect(await store.addPasskey({ ...key, id: 'k2', made_at: 6 }, MOST)).toBe(true)
    expect(await store.addPasskey({ ...key, id: 'k4' }, MOST)).toBe(false)
    expect((await store.passkeys('ada')).map(({ id }) => id)).toEqual(['k1', 'k2', 'k3'])
    expect(await store.passkeys('bob')).toEqual([])
    expect(await store.passkey('k1')).toEqual({ ...key, used_at: null })
    expect([await store.passkey('k4'), await store.hasPasskeys()]).toEqual([null, true])
  })

  test('a passkey’s counter must grow, unless the passkey doesn’t count', async () => {
    const store = await open('passkeys-counter')
    await store.saveOperator(ada)
    await store.addPasskey(key, MOST)
    await store.addPasskey({ ...key, id: 'k2', counter: 4 }, MOST)
    expect(await store.usePasskey('k1', 0, 10)).toBe(true)
    expect(await store.usePasskey('k1', 0, 11)).toBe(true)
    expect([await store.usePasskey('k2', 4, 12), await store.usePasskey('k2', 0, 12)]).toEqual([false, false])
    const copies = await Promise.all([5, 5, 5].map((counter) => store.usePasskey('k2', counter, 13)))
    expect(copies.filter(Boolean)).toEqual([true])
    expect(await store.usePasskey('k1', 1, 14)).toBe(true)
    expect(await store.usePasskey('k1', 0, 15)).toBe(false)
    expect(await store.usePasskey('k9', 9, 15)).toBe(false)
    const used = (await store.passkeys('ada')).map(({ counter, used_at }) => [counter, used_at])
    expect(used).toEqual([
      [1, 14],
      [5, 13],
    ])
  })

  test('removing a passkey logs out everywhere else, and removes none of another account', async () => {
    const store = await open('passkeys-drop')
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    await store.addPasskey(key, MOST)
    for (const [id, operator] of Object.entries({ own: 'ada', other: 'ada', bobs: 'bob' }))
      await store.saveLoginSession(id, JSON.stringify({ operator }), Number.MAX_SAFE_INTEGER)
    expect(await store.dropPasskey('bob', 'k1', 'bobs')).toBe(false)
    expect(await store.dropPasskey('ada', 'k1', 'own')).toBe(true)
    expect(await store.dropPasskey('ada', 'k1', 'own')).toBe(false)
    expect((await store.loginSessions(0)).map(({ id }) => id)).toEqual(['bobs', 'own'])
  })

  test('a new account with a revoked account’s name doesn’t get its passkeys, and a revoked one can’t add any', async () => {
    const store = await open('passkeys-revoked')
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    await store.addPasskey({ ...key, operator: 'bob' }, MOST)
    await store.addPasskey({ ...key, id: 'k2' }, MOST)
    expect(await store.revokeOperator('bob', 9)).toBe('done')
    expect(await store.addPasskey({ ...key, id: 'k3', operator: 'bob' }, MOST)).toBe(false)
    await store.saveOperator(bob)
    expect([await store.passkeys('bob'), (await store.passkeys('ada')).length]).toEqual([[], 1])
  })

  test('a challenge is used once, and deleted when its time is over', async () => {
    const store = await open('challenges')
    const uses = await Promise.all(['h1', 'h1', 'h1'].map((hash) => store.useChallenge(hash, 100, 10)))
    expect(uses.filter(Boolean)).toEqual([true])
    expect(await store.useChallenge('h2', 200, 99)).toBe(true)
    expect(await store.useChallenge('h1', 100, 99)).toBe(false)
    expect(await store.useChallenge('h1', 300, 100)).toBe(true)
    expect(await store.useChallenge('h2', 200, 100)).toBe(false)
  })

  test('an account from a provider is created at its first login, and its access follows each login', async () => {
    const store = await open('providers')
    await store.saveOperator(ada)
    const account = { name: 'cleo', role: 'manager', sites: ['claims'] }
    expect(await store.enterByProvider(cleo)).toEqual({ account, change: 'made' })
    expect(await store.operator('cleo')).toMatchObject({
      ...account,
      password_hash: 'nobody knows it',
      since: 5,
    })
    await store.saveLoginSession('of-cleo', '{"operator":"cleo"}', Number.MAX_SAFE_INTEGER)
    // The account keeps the name from the first login.
    expect(await store.enterByProvider({ ...cleo, name: 'Cleopatra' })).toEqual({ account, change: 'none' })
    expect((await store.loginSessions(0)).length).toBe(1)
    expect(await store.enterByProvider({ ...cleo, sites: null })).toEqual({
      account: { ...account, sites: null },
      change: 'access',
    })
    expect(await store.loginSessions(0)).toEqual([])
    expect(await store.enterByProvider({ ...cleo, role: 'viewer' })).toMatchObject({ change: 'access' })
    expect(await store.operator('cleo')).toMatchObject({ role: 'viewer' })
    expect([await store.isOfProvider('cleo'), await store.isOfProvider('ada')]).toEqual([true, false])
  })

  test('a provider can’t take over an account by name, of another issuer or subject, or that was revoked', async () => {
    const store = await open('providers-others')
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    await store.revokeOperator('bob', 4)
    for (const name of ['ada', 'bob'])
      expect(await store.enterByProvider({ ...cleo, name })).toEqual({ refused: 'name_taken', name })
    await store.enterByProvider(cleo)
    for (const other of [{ issuer: 'https://other.example' }, { subject: 's2' }])
      expect(await store.enterByProvider({ ...cleo, ...other })).toEqual({
        refused: 'name_taken',
        name: 'cleo',
      })
    expect(await store.operator('ada')).toMatchObject({ password_hash: 'x', role: 'admin', revoked_at: null })
    expect(await store.revokeOperator('cleo', 8)).toBe('done')
    expect(await store.enterByProvider(cleo)).toEqual({ refused: 'revoked', name: 'cleo' })
    expect(await store.operator('cleo')).toMatchObject({ revoked_at: 8 })
  })

  test('two people with one name who log in simultaneously don’t share an account', async () => {
    const store = await open('providers-at-once')
    await store.saveOperator(ada)
    const entries = await Promise.all(
      ['s1', 's2', 's1'].map((subject) => store.enterByProvider({ ...cleo, subject })),
    )
    const made = entries.filter((entry) => 'account' in entry && entry.change === 'made')
    expect([made.length, (await store.operators()).length]).toEqual([1, 2])
    expect(entries.filter((entry) => 'refused' in entry).length).toBeGreaterThan(0)
  })

  test('the last admin keeps the role even if the provider removes it', async () => {
    const store = await open('providers-last-admin')
    await store.enterByProvider({ ...cleo, role: 'admin', sites: null })
    expect(await store.enterByProvider(cleo)).toEqual({ refused: 'last_admin', name: 'cleo' })
    expect(await store.operator('cleo')).toMatchObject({ role: 'admin' })
  })

  test('an account that gets a password no longer belongs to its provider', async () => {
    const store = await open('providers-password')
    await store.saveOperator(ada)
    await store.enterByProvider(cleo)
    await store.saveOperator({ ...ada, name: 'cleo' })
    expect(await store.isOfProvider('cleo')).toBe(false)
    expect(await store.enterByProvider(cleo)).toEqual({ refused: 'name_taken', name: 'cleo' })
  })
}
