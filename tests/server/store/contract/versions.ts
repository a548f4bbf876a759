import { describe, expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'
import { publish } from '../history.ts'

export function versionContract(open: OpenStore): void {
  describe('versions', () => {
    test('a published version is live on its path until the next one, at the same instant', async () => {
      const store = await open('versions-live')
      const first = await publish(store, 'leadloom', 1000)
      const other = await publish(store, 'found-money', 1500)
      const second = await publish(store, 'leadloom', 2000)

      expect(await store.live()).toEqual([
        { path: 'found-money', version: other },
        { path: 'leadloom', version: second },
      ])
      expect(await store.version(first)).toMatchObject({ activated_at: 1000, deactivated_at: 2000 })
      expect(await store.version(second)).toMatchObject({ activated_at: 2000, deactivated_at: null })
      expect(await store.paths()).toEqual(['found-money', 'leadloom'])
    })

    test('publishing what is live already gives the version that is live', async () => {
      const store = await open('versions-same')
      const first = await publish(store, 'leadloom', 1000)
      const { version: _, activated_at: __, deactivated_at: ___, ...same } = (await store.version(first))!

      expect(await store.publish({ ...same, at: 2000 })).toBe(first)
      expect(await store.publish({ ...same, validators: 'export {a}', at: 3000 })).not.toBe(first)
    })

    test('a version is read as it was published; a number that was never given is null', async () => {
      const store = await open('versions-read')
      const version = await publish(store, 'leadloom', 1000)

      expect(await store.version(version)).toMatchObject({
        version,
        path: 'leadloom',
        flow: { offer_order: ['published_1000'], ui_config: { title: 'Leadloom' } },
        validators: 'export {}',
        at: 1000,
      })
      expect(await store.version(version + 1)).toBeNull()
    })
  })
}
