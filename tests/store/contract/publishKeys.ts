import { expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'

export function publishKeyContract(open: OpenStore): void {
  test('a publishing key is found by its hash, and listed even after it was revoked', async () => {
    const store = await open('publish-keys')
    const ci = { name: 'ci', path: 'claims', made_by: 'ada', made_at: 5 }
    expect(await store.addPublishKey('hash of one', ci)).toBe(true)
    expect(
      await store.addPublishKey('hash of two', { name: 'all', path: null, made_by: null, made_at: 6 }),
    ).toBe(true)
    expect(await store.addPublishKey('hash of three', { ...ci, path: null })).toBe(false)
    expect(await store.publishKey('hash of one')).toEqual({ ...ci, revoked_at: null })
    expect(await store.publishKey('hash of three')).toBeNull()
    expect(await store.revokePublishKey('nobody', 7)).toBe(false)
    expect([await store.revokePublishKey('ci', 8), await store.revokePublishKey('ci', 9)]).toEqual([
      true,
      false,
    ])
    expect(await store.publishKey('hash of one')).toEqual({ ...ci, revoked_at: 8 })
    expect((await store.publishKeys()).map(({ name, revoked_at }) => [name, revoked_at])).toEqual([
      ['all', null],
      ['ci', 8],
    ])
    // The audit log has its name, so no other key can take it.
    expect(await store.addPublishKey('hash of four', ci)).toBe(false)
  })
}
