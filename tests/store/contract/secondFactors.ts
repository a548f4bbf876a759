import { expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'

const ada = { name: 'ada', role: 'admin', sites: null, password_hash: 'x', since: 1 } as const
const confirmed = { sealed: 's1', step: 10, at: 6, codes: ['h1', 'h2'], kept: 'own' }

export function secondFactorContract(open: OpenStore): void {
  test('a second factor is on once it’s confirmed, and each of its codes works once', async () => {
    const store = await open('second-factors')
    await store.saveOperator(ada)
    for (const id of ['own', 'other'])
      await store.saveLoginSession(id, JSON.stringify({ operator: 'ada' }), Number.MAX_SAFE_INTEGER)
    expect(await store.secondFactor('ada')).toBeNull()
    expect(await store.confirmSecondFactor('ada', confirmed)).toBe(false)
    expect(await store.beginSecondFactor('ada', 's0', 4)).toBe(true)
    expect(await store.beginSecondFactor('ada', 's1', 5)).toBe(true)
    expect(await store.useCode('ada', 's1', 9)).toBe(false)
    expect(await store.confirmSecondFactor('ada', { ...confirmed, sealed: 's0' })).toBe(false)
    expect((await store.operators())[0]).toMatchObject({ second_factor_at: null })
    expect(await store.confirmSecondFactor('ada', confirmed)).toBe(true)
    expect(await store.confirmSecondFactor('ada', confirmed)).toBe(false)
    expect(await store.beginSecondFactor('ada', 's2', 7)).toBe(false)
    expect(await store.secondFactor('ada')).toEqual({
      sealed: 's1',
      confirmed_at: 6,
      last_step: 10,
      codes_left: 2,
    })
    expect((await store.operators())[0]).toMatchObject({ second_factor_at: 6 })
    expect((await store.loginSessions(0)).map(({ id }) => id)).toEqual(['own'])

    expect([await store.useCode('ada', 's1', 10), await store.useCode('ada', 's2', 11)]).toEqual([
      false,
      false,
    ])
    const tries = await Promise.all([11, 11, 11].map((step) => store.useCode('ada', 's1', step)))
    expect(tries.filter(Boolean)).toEqual([true])
    expect(await store.useRecoveryCode('eve', 'h1')).toBe(false)
    const recovered = await Promise.all(['h1', 'h1'].map((hash) => store.useRecoveryCode('ada', hash)))
    expect(recovered.filter(Boolean)).toEqual([true])
    expect(await store.secondFactor('ada')).toMatchObject({ last_step: 11, codes_left: 1 })

    expect(await store.dropSecondFactor('ada', '')).toBe(true)
    expect([await store.secondFactor('ada'), await store.loginSessions(0)]).toEqual([null, []])
    expect(await store.useRecoveryCode('ada', 'h2')).toBe(false)
    expect(await store.dropSecondFactor('ada', '')).toBe(false)
  })

  test('a new account with a revoked account’s name doesn’t get its second factor', async () => {
    const store = await open('second-factors-revoked')
    await store.saveOperator(ada)
    await store.saveOperator({ ...ada, name: 'bob' })
    await store.beginSecondFactor('bob', 's1', 5)
    await store.confirmSecondFactor('bob', confirmed)
    // A new password leaves two-factor authentication on.
    await store.saveOperator({ ...ada, name: 'bob' })
    expect(await store.secondFactor('bob')).toMatchObject({ confirmed_at: 6 })
    expect(await store.revokeOperator('bob', 9)).toBe('done')
    expect(await store.secondFactor('bob')).toBeNull()
    expect(await store.useRecoveryCode('bob', 'h1')).toBe(false)
  })

  test('an API key is found by its hash, with its expiration and last use', async () => {
    const store = await open('report-keys')
    const bi = { name: 'bi', sites: ['claims', 'solar'], made_by: 'ada', made_at: 5, expires_at: 50 }
    expect(await store.addReportKey('hash of one', bi)).toBe(true)
    expect(await store.addReportKey('hash of two', bi)).toBe(false)
    const own = { name: 'all', sites: null, made_by: null, made_at: 6, expires_at: null }
    expect(await store.addReportKey('hash of three', own)).toBe(true)
    expect(await store.reportKey('hash of two')).toBeNull()
    expect(await store.reportKey('hash of one')).toEqual({ ...bi, seen_at: null, revoked_at: null })
    await store.seeReportKey('hash of one', 7)
    expect([await store.revokeReportKey('bi', 8), await store.revokeReportKey('bi', 9)]).toEqual([
      true,
      false,
    ])
    expect(await store.revokeReportKey('none', 9)).toBe(false)
    expect(await store.reportKeys()).toEqual([
      { ...own, seen_at: null, revoked_at: null },
      { ...bi, seen_at: 7, revoked_at: 8 },
    ])
    // The audit log has its name, so no other key can take it.
    expect(await store.addReportKey('hash of four', bi)).toBe(false)
  })
}
