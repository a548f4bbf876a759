import { describe, expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion, publish, session, uuidOf } from '../history.ts'

export function versionContract(open: OpenStore): void {
  describe('versions', () => {
    test('a published version is live on its path until the next one, at the same instant', async () => {
      const store = await open('versions-live')
      const first = await publish(store, 'leadloom', 1000)
      const other = await publish(store, 'found-money', 1500)
      const second = await publish(store, 'leadloom', 2000)

      expect(await store.live()).toEqual([
        { path: 'found-money', version: other, weight: 100 },
        { path: 'leadloom', version: second, weight: 100 },
      ])
      expect(await dates(store, first)).toEqual([1000, 2000])
      expect(await dates(store, second)).toEqual([2000, null])
      expect(await store.paths()).toEqual(['found-money', 'leadloom'])
      expect(await store.firstPath()).toBe('leadloom')
    })

    test('a version published with a weight shares the path: the others keep the rest, in proportion', async () => {
      const store = await open('versions-weight')
      const first = await publish(store, 'leadloom', 1000)
      const second = await store.publish(newVersion('leadloom', 2000), 30)
      expect(await weights(store)).toEqual({ [first]: 70, [second]: 30 })
      const third = await store.publish(newVersion('leadloom', 3000), 50)

      expect(await weights(store)).toEqual({ [first]: 35, [second]: 15, [third]: 50 })
      for (const [version, at] of [first, second, third].entries())
        expect(await dates(store, at)).toEqual([1000 * (version + 1), null])
    })

    test('publishing a live version again changes only its weight', async () => {
      const store = await open('versions-same')
      const first = await publish(store, 'leadloom', 1000)
      const second = await store.publish(newVersion('leadloom', 2000), 30)
      expect(await store.publish(newVersion('leadloom', 2000), 30)).toBe(second)
      expect(await store.splits('leadloom')).toHaveLength(2)

      expect(await store.publish(newVersion('leadloom', 2000), 40)).toBe(second)
      expect(await weights(store)).toEqual({ [first]: 60, [second]: 40 })
      expect(await publish(store, 'leadloom', 2000)).toBe(second)
      expect(await weights(store)).toEqual({ [second]: 100 })
    })

    test.each([{ style: 'a {}' }, { validators: 'export {a}' }, { icons: { 'icon.svg': 'PHN2Zz4=' } }])(
      'a difference in %o makes another version',
      async (change) => {
        const store = await open(`versions-other-${Object.keys(change)[0]}`)
        const first = await publish(store, 'leadloom', 1000)
        const { version: _, activated_at: __, deactivated_at: ___, ...same } = (await store.version(first))!

        expect(await store.publish({ ...same, at: 2000 })).toBe(first)
        expect(await store.publish({ ...same, ...change, at: 3000 })).not.toBe(first)
      },
    )

    test('a version that’s activated again is live again, and every earlier split is kept', async () => {
      const store = await open('versions-again')
      const first = await publish(store, 'leadloom', 1000)
      const second = await publish(store, 'leadloom', 2000)
      await store.activate(first, { weight: 100, at: 3000 })
      await store.activate(second, { weight: 20, at: 4000 })

      expect(await dates(store, first)).toEqual([3000, null])
      expect(await dates(store, second)).toEqual([4000, null])
      expect(await store.splits('leadloom')).toEqual([
        { at: 1000, shares: [{ version: first, weight: 100 }] },
        { at: 2000, shares: [{ version: second, weight: 100 }] },
        { at: 3000, shares: [{ version: first, weight: 100 }] },
        {
          at: 4000,
          shares: [
            { version: first, weight: 80 },
            { version: second, weight: 20 },
          ],
        },
      ])
      await store.activate(first, { weight: 100, at: 5000 })
      expect(await dates(store, first)).toEqual([3000, null])
      expect(await dates(store, second)).toEqual([4000, 5000])
      expect(await store.splits('nowhere')).toEqual([])
    })

    test('a version cell of a report has the dates of the version’s last time live', async () => {
      const store = await open('versions-cells')
      const first = await publish(store, 'leadloom', 1000)
      const second = await store.publish(newVersion('leadloom', 2000), 50)
      for (const [i, version] of [first, second].entries()) {
        await store.openSession(session({ uuid: uuidOf(i), version, at: 6000 }))
        await store.track(uuidOf(i), { kind: 'visit', at: 6000 })
      }
      const cells = async () =>
        (await store.report('analytics-epr', { path: null, from: 0, to: 9000 })).map(
          ({ version_id, activation_date, deactivation_date }) => [
            version_id,
            activation_date,
            deactivation_date,
          ],
        )
      expect(await cells()).toEqual([
        [first, 1000, null],
        [second, 2000, null],
      ])
      await store.activate(second, { weight: 100, at: 3000 })
      await store.activate(first, { weight: 100, at: 4000 })

      expect(await cells()).toEqual([
        [first, 4000, null],
        [second, 2000, 4000],
      ])
    })

    test('shows nothing of a site that was taken down until a version is activated or published again', async () => {
      const store = await open('versions-down')
      const version = await store.publish(newVersion('claims', 1000))
      await store.publish(newVersion('other', 1000))
      const live = async () => (await store.live()).filter(({ path }) => path === 'claims')
      expect([await store.takeDown('claims', 2000), await store.takeDown('claims', 2500)]).toEqual([
        true,
        false,
      ])
      expect(await live()).toEqual([])
      expect((await store.live()).map(({ path }) => path)).toEqual(['other'])
      expect(await store.version(version)).toMatchObject({ deactivated_at: 2000 })
      await store.activate(version, { weight: 100, at: 3000 })
      expect(await live()).toEqual([{ path: 'claims', version, weight: 100 }])
      await store.takeDown('claims', 4000)
      await store.publish(newVersion('claims', 5000))
      expect(await live()).toHaveLength(1)
    })

    test('an invalid activation is refused and changes nothing', async () => {
      const store = await open('versions-refused')
      await publish(store, 'leadloom', 1000)
      await store.publish(newVersion('leadloom', 2000), 50)
      const before = await store.live()

      await expect(store.activate(99, { weight: 100, at: 3000 })).rejects.toThrow("There's no version 99.")
      await expect(store.publish(newVersion('leadloom', 3000), 99)).rejects.toThrow(
        '99% leaves only 1% for 2 other live versions. Choose a smaller share, or 100%.',
      )
      expect(await store.live()).toEqual(before)
      expect(await store.versions()).toHaveLength(2)
    })

    test('every version is listed with its title, its weight, and its sessions', async () => {
      const store = await open('versions-list')
      const first = await publish(store, 'leadloom', 1000)
      const second = await publish(store, 'leadloom', 2000)
      const other = await publish(store, 'found-money', 3000)
      for (const [i, version] of [first, first, second].entries())
        await store.openSession(session({ uuid: uuidOf(i), version }))
      await store.openSession(session({ uuid: uuidOf(0), version: first }))

      const line = { title: 'Leadloom', deactivated_at: null }
      expect(await store.versions()).toEqual([
        { ...line, version: other, path: 'found-money', weight: 100, activated_at: 3000, sessions: 0 },
        {
          ...line,
          version: first,
          path: 'leadloom',
          weight: null,
          activated_at: 1000,
          deactivated_at: 2000,
          sessions: 2,
        },
        { ...line, version: second, path: 'leadloom', weight: 100, activated_at: 2000, sessions: 1 },
      ])
    })

    test('a version is read as it was published, and an unknown number is null', async () => {
      const store = await open('versions-read')
      const version = await publish(store, 'leadloom', 1000)

      expect(await store.version(version)).toMatchObject({
        version,
        path: 'leadloom',
        flow: { offer_order: ['published_1000'], ui_config: { title: 'Leadloom' } },
        validators: '',
        icons: {},
        at: 1000,
      })
      expect(await store.version(version + 1)).toBeNull()
    })
  })
}

async function weights(store: Store): Promise<Record<number, number>> {
  return Object.fromEntries((await store.live()).map(({ version, weight }) => [version, weight]))
}

async function dates(store: Store, version: number): Promise<[number, number | null]> {
  const { activated_at, deactivated_at } = (await store.version(version))!
  return [activated_at, deactivated_at]
}
