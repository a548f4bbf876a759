import { expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'

const ada = { name: 'ada', role: 'admin', sites: null, password_hash: 'x', since: 1 } as const
const bob = { ...ada, name: 'bob' }
const link = { name: 'cy', role: 'author', sites: null, made_by: 'ada', made_at: 5, expires_at: 100 } as const

export function peopleContract(open: OpenStore): void {
  test('the last admin keeps their account and role', async () => {
    const store = await open('people-last-admin')
    await store.saveOperator(ada)
    await store.saveOperator({ ...bob, role: 'manager' })
    expect(await store.revokeOperator('ada', 5)).toBe('last_admin')
    expect(await store.changeRole('ada', 'manager', null)).toBe('last_admin')
    expect(await store.changeRole('ada', 'admin', null)).toBe('done')
    expect(await store.changeRole('eve', 'admin', null)).toBe('unknown')
    expect(await store.changeRole('bob', 'admin', null)).toBe('done')
    expect(await store.revokeOperator('ada', 5)).toBe('done')
    expect(await store.changeRole('ada', 'admin', null)).toBe('unknown')
    expect(await store.revokeOperator('bob', 6)).toBe('last_admin')
  })

  test('an account has its given sites, also after a link or a new password', async () => {
    const store = await open('people-sites', { now: () => 1 })
    await store.saveOperator(ada)
    const sites = ['claims', 'solar']
    await store.invite('h1', { ...link, sites })
    expect((await store.invitations(6)).map((one) => one.sites)).toEqual([sites])
    const made = await store.acceptInvitation('h1', { password_hash: 'y', at: 50 })
    expect(made).toEqual({ name: 'cy', role: 'author', sites })
    await store.invite('h2', { ...link, role: null, sites: null })
    expect(await store.acceptInvitation('h2', { password_hash: 'z', at: 60 })).toEqual(made)
    await store.saveLoginSession('of-cy', '{"operator":"cy"}', 1000)
    expect(await store.changeRole('cy', 'author', ['solar'])).toBe('done')
    expect(await store.loginSession('of-cy')).toBeNull()
    expect((await store.operators()).map((one) => one.sites)).toEqual([null, ['solar']])
    await store.changeRole('cy', 'author', null)
    expect(await store.operator('cy')).toMatchObject({ sites: null, role: 'author' })
  })

  test('if two admins revoke each other at once, one stays', async () => {
    const store = await open('people-each-other')
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    const ended = await Promise.all(['ada', 'bob'].map((name) => store.revokeOperator(name, 5)))
    expect(ended.sort()).toEqual(['done', 'last_admin'])
  })

  test('changing a role logs the person out, and revokes the links they created', async () => {
    const store = await open('people-role', { now: () => 1 })
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    await store.saveLoginSession('of-ada', '{"operator":"ada"}', 1000)
    await store.saveLoginSession('of-bob', '{"operator":"bob"}', 1000)
    await store.invite('h1', link)
    await store.invite('h2', { ...link, name: 'di', made_by: 'bob' })
    expect(await store.changeRole('ada', 'viewer', null)).toBe('done')
    expect(await store.operator('ada')).toMatchObject({ role: 'viewer' })
    expect([await store.loginSession('of-ada'), await store.loginSession('of-bob')]).toEqual([
      null,
      { data: '{"operator":"bob"}', seen_at: null },
    ])
    expect((await store.invitations(6)).map(({ name }) => name)).toEqual(['di'])
  })

  test('a new password ends the other logins and a link for it, and a revoked account accepts none', async () => {
    const store = await open('people-password', { now: () => 1 })
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    for (const id of ['one', 'two']) await store.saveLoginSession(id, '{"operator":"ada"}', 1000)
    await store.saveLoginSession('bob', '{"operator":"bob"}', 1000)
    await store.invite('h1', { ...link, name: 'ada', role: null })
    const change = { password_hash: 'new', at: 7, kept: 'two' }
    expect(await store.changePassword('ada', change)).toBe(true)
    expect(await store.operator('ada')).toMatchObject({ password_hash: 'new', since: 7, role: 'admin' })
    expect((await store.loginSessions(1)).map(({ id }) => id)).toEqual(['bob', 'two'])
    expect(await store.invitations(6)).toEqual([])
    await store.revokeOperator('ada', 8)
    expect(await store.changePassword('ada', change)).toBe(false)
  })

  test('a link creates an account once, until it expires, even with simultaneous calls', async () => {
    const store = await open('people-link')
    expect(await store.invite('h1', link)).toBe(true)
    expect(await store.invite('h2', { ...link, role: 'viewer' })).toBe(true)
    expect(await store.invitation('h1', 6)).toBeNull()
    expect(await store.invitation('h2', 99)).toEqual({ ...link, role: 'viewer' })
    expect(await store.invitation('h2', 100)).toBeNull()
    expect(await store.acceptInvitation('h2', { password_hash: 'late', at: 100 })).toBeNull()
    const accept = () => store.acceptInvitation('h2', { password_hash: 'chosen', at: 50 })
    const made = await Promise.all([accept(), accept(), accept()])
    expect(made.filter(Boolean)).toEqual([{ name: 'cy', role: 'viewer', sites: null }])
    expect(await store.operator('cy')).toMatchObject({
      role: 'viewer',
      sites: null,
      password_hash: 'chosen',
      since: 50,
    })
    expect(await store.invite('h3', link)).toBe(false)
  })

  test('a password link keeps the role, and doesn’t work for a revoked account', async () => {
    const store = await open('people-reset')
    const reset = { ...link, name: 'bob', role: null }
    expect(await store.invite('h1', reset)).toBe(false)
    await store.saveOperator(ada)
    await store.saveOperator({ ...bob, role: 'author' })
    expect(await store.invite('h1', reset)).toBe(true)
    const chosen = { password_hash: 'new', at: 50 }
    expect(await store.acceptInvitation('h1', chosen)).toEqual({ name: 'bob', role: 'author', sites: null })
    await store.invite('h2', reset)
    await store.revokeOperator('bob', 51)
    expect(await store.acceptInvitation('h2', chosen)).toBeNull()
    expect(await store.withdrawInvitation('bob')).toBe(false)
    await store.invite('h4', link)
    expect(await store.withdrawInvitation('cy')).toBe(true)
    expect(await store.acceptInvitation('h4', chosen)).toBeNull()
  })

  test('a link for a name stops working once an account with it exists', async () => {
    const store = await open('people-taken')
    await store.invite('h1', { ...link, role: 'admin' })
    await store.saveOperator({ ...ada, name: 'cy', role: 'viewer' })
    expect(await store.acceptInvitation('h1', { password_hash: 'new', at: 50 })).toBeNull()
    expect(await store.operator('cy')).toMatchObject({ role: 'viewer', sites: null, password_hash: 'x' })
  })

  test('logins are listed with their place and last use, and an ended one doesn’t come back', async () => {
    const store = await open('people-logins', { now: () => 1 })
    const data = { operator: 'ada', since: 5, network: '203.0.113.7', browser: 'Firefox on Linux' }
    await store.saveLoginSession('one', JSON.stringify(data), 1000)
    expect(await store.loginSessions(6)).toEqual([{ id: 'one', ...data, seen_at: null }])
    await store.seeLogin('one', 7)
    expect(await store.loginSession('one')).toEqual({ data: JSON.stringify(data), seen_at: 7 })
    expect(await store.loginSessions(8)).toEqual([{ id: 'one', ...data, seen_at: 7 }])
    expect(await store.loginSessions(1000)).toEqual([])
    expect([await store.dropLoginSession('one'), await store.dropLoginSession('one')]).toEqual([true, false])
    await store.seeLogin('one', 9)
    expect(await store.loginSessions(9)).toEqual([])
  })

  test('names that differ only by case are one account, in every alphabet', async () => {
    const store = await open('people-case', { now: () => 1 })
    await store.saveOperator({ ...ada, name: 'Zoé' })
    expect(await store.operator('ZOÉ')).toMatchObject({ name: 'Zoé', password_hash: 'x' })
    expect(await store.operator('zoe')).toBeNull()
    await store.saveOperator({ ...ada, name: 'zoé', password_hash: 'y' })
    await store.saveOperator(bob)
    expect((await store.operators()).map(({ name }) => name)).toEqual(['Zoé', 'bob'])
    expect(await store.operator('Zoé')).toMatchObject({ password_hash: 'y' })
    expect(await store.invite('h1', { ...link, name: 'ZOÉ' })).toBe(false)
    await store.invite('h2', { ...link, name: 'Cy' })
    expect(await store.invite('h3', link)).toBe(true)
    expect((await store.invitations(6)).map(({ name }) => name)).toEqual(['cy'])
    await store.saveLoginSession('of-zoe', '{"operator":"Zoé"}', 1000)
    expect(await store.changeRole('ZOÉ', 'viewer', null)).toBe('done')
    expect(await store.loginSession('of-zoe')).toBeNull()
    expect(await store.operator('Zoé')).toMatchObject({ role: 'viewer' })
    expect(await store.revokeOperator('ZOÉ', 5)).toBe('done')
    expect(await store.operator('Zoé')).toMatchObject({ revoked_at: 5 })
    expect(await store.foldNames()).toEqual([])
  })

  test('the last admin keeps their account and role, however the name is typed', async () => {
    const store = await open('people-case-last')
    await store.saveOperator(ada)
    expect(await store.revokeOperator('ADA', 5)).toBe('last_admin')
  })

  test('two-factor authentication is required from one time on, until the account belongs to another person', async () => {
    const store = await open('people-grace')
    await store.saveOperator(ada)
    await store.saveOperator(bob)
    expect(await store.operator('ada')).toMatchObject({ factor_from: null })
    expect(await store.beginFactorGrace('ada', 7)).toBe(7)
    expect(await store.beginFactorGrace('ada', 9)).toBe(7)
    await store.saveOperator({ ...ada, password_hash: 'y' })
    expect(await store.operator('ada')).toMatchObject({ factor_from: 7 })
    await store.revokeOperator('ada', 10)
    await store.saveOperator(ada)
    expect(await store.operator('ada')).toMatchObject({ factor_from: null })
  })

  test('refused logins are one entry per account and network in a window, and a flood leaves few', async () => {
    const store = await open('people-refused')
    const refuse = (operator: string, from: string, at: number) =>
      store.noteRefusedLogin({ at, operator, act: 'login_refused', from }, { windowMs: 100, most: 2 })
    await refuse('ada', 'from here', 1000)
    await refuse('', 'unknown name, from here', 1001)
    await refuse('ada', 'from here', 1002)
    await refuse('ada', 'from here', 1003)
    const log = async () => (await store.auditLog(10)).map(({ at, operator, about }) => [at, operator, about])
    expect(await log()).toEqual([
      [1001, '', 'unknown name, from here'],
      [1000, 'ada', 'from here, 3 times'],
    ])
    // A third place and all further ones share one entry.
    for (let n = 0; n < 5; n++) await refuse('ada', `from network ${n % 3}`, 1004)
    expect((await log()).slice(0, 2)).toEqual([
      [1004, '', 'other networks, 5 times'],
      [1001, '', 'unknown name, from here'],
    ])
    // A window begins with the first refusal of its kind.
    await refuse('ada', 'from here', 1100)
    expect((await log())[0]).toEqual([1100, 'ada', 'from here'])
    const code = { at: 1101, operator: 'ada', act: 'code_refused', from: 'from here' } as const
    await store.noteRefusedLogin(code, { windowMs: 100, most: 2 })
    expect((await store.auditLog(1))[0]).toMatchObject({ act: 'code_refused', about: 'from here' })
  })

  test('the audit log can be read in pages, by operator, action, and time', async () => {
    const store = await open('people-audit')
    for (let at = 1; at <= 6; at++)
      await store.audit({ at, operator: at % 2 ? 'ada' : 'bob', act: at > 4 ? 'logout' : 'login', about: '' })
    const times = async (asked: Parameters<typeof store.auditPage>[0], limit = 10) =>
      (await store.auditPage(asked, limit)).data.map(({ at }) => at)
    const first = await store.auditPage({}, 4)
    expect(first.data.map(({ at }) => at)).toEqual([6, 5, 4, 3])
    expect(await store.auditPage({ before: first.next! }, 2)).toMatchObject({
      data: [{ at: 2 }, { at: 1 }],
      next: null,
    })
    expect(await times({ operator: 'ada' })).toEqual([5, 3, 1])
    expect(await times({ act: 'logout' })).toEqual([6, 5])
    expect(await times({ from: 2, to: 5, operator: 'bob' })).toEqual([4, 2])
  })
}
