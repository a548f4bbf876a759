import { describe, expect, test } from 'vitest'
import type { ChangedBuyer } from '../../../src/store/nouns/buyers/buyerRecords.ts'
import type { OpenStore } from '../contract.ts'

const FIRST: ChangedBuyer = {
  buyer: 'acme',
  from: 0,
  content: { document: '{"a": 1}', secrets: 'sealed' },
  by: 'ada',
  at: 1000,
}
const SECOND = { ...FIRST, from: 1, content: { document: '{"a": 2}', secrets: 'anew' }, by: 'bob', at: 2000 }

export function buyerContract(open: OpenStore): void {
  describe('buyers', () => {
    test('a saved buyer is in the audit log with its author, but without its settings', async () => {
      const store = await open('buyers-kept')
      expect([await store.buyer('acme'), await store.buyersRevision()]).toEqual([null, 0])
      const line = { buyer: 'acme', revision: 1, saved_by: 'ada', saved_at: 1000 }
      expect(await store.saveBuyer(FIRST)).toEqual({ isKept: true, line })
      expect(await store.buyer('acme')).toEqual({ ...line, ...FIRST.content })
      await store.saveBuyer(SECOND)
      expect(await store.buyers()).toMatchObject([{ ...SECOND.content, revision: 2, saved_by: 'bob' }])
      expect(await store.auditLog(9)).toEqual([
        { at: 2000, operator: 'bob', act: 'save_buyer', about: 'acme' },
        { at: 1000, operator: 'ada', act: 'save_buyer', about: 'acme' },
      ])
    })

    test('one of two saves of the same revision, or of two new buyers with one key, is refused', async () => {
      const store = await open('buyers-two')
      const made = await Promise.all([store.saveBuyer(FIRST), store.saveBuyer({ ...FIRST, by: 'bob' })])
      expect(made.filter(({ isKept }) => isKept)).toHaveLength(1)
      const saved = await Promise.all([store.saveBuyer(SECOND), store.saveBuyer({ ...SECOND, by: 'eve' })])
      expect(saved.filter(({ isKept }) => isKept)).toHaveLength(1)
      expect(saved.map(({ line }) => line!.revision)).toEqual([2, 2])
      expect(await store.auditLog(9)).toHaveLength(2)
    })

    test('a removed buyer is gone with its secrets, and its revisions continue', async () => {
      const store = await open('buyers-removed')
      await store.saveBuyer(FIRST)
      const removal = { ...FIRST, content: null, at: 3000 }
      expect(await store.saveBuyer({ ...removal, from: 2 })).toMatchObject({ isKept: false })
      expect(await store.saveBuyer({ ...removal, from: 1 })).toEqual({ isKept: true, line: null })
      expect([await store.buyer('acme'), await store.buyers()]).toEqual([null, []])
      expect(await store.saveBuyer({ ...removal, from: 2 })).toEqual({ isKept: false, line: null })
      expect(await store.buyersRevision()).toBe(2)
      await store.saveBuyer(FIRST)
      expect(await store.buyer('acme')).toMatchObject({ revision: 3, ...FIRST.content })
      expect((await store.auditLog(9)).map(({ act }) => act)).toEqual([
        'save_buyer',
        'remove_buyer',
        'save_buyer',
      ])
    })
  })
}
