import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion, uuidOf } from '../history.ts'

export function fileContract(open: OpenStore): void {
  describe('files', () => {
    test('a built file is kept for thirty days after a build without it', async () => {
      const store = await open('files-built')
      const build = async (names: string[], at: number) => {
        const missing = await store.beginBuild(names, at)
        for (const name of missing) await store.keepBuiltFile(name, `content of ${name}`)
        return missing
      }
      expect(await build(['a', 'b'], 0)).toEqual(['a', 'b'])
      expect(await build(['b', 'c'], 1000)).toEqual(['c'])
      expect(await store.builtFile('a')).toBe('content of a')
      expect(await store.builtFile('nothing')).toBeNull()

      expect(await build(['b', 'c'], 1000 + 30 * DAY_MS)).toEqual([])
      expect(await store.builtFile('a')).toBe('content of a')
      expect(await build(['b', 'c'], 1001 + 30 * DAY_MS)).toEqual([])
      expect(await Promise.all(['a', 'b', 'c'].map((name) => store.builtFile(name)))).toEqual([
        null,
        'content of b',
        'content of c',
      ])
    })

    test('a build that’s served again counts as new', async () => {
      const store = await open('files-again')
      const [first, second] = [['a'], ['b']]
      await store.beginBuild(first, 0)
      await store.keepBuiltFile('a', 'one')
      await store.keepBuiltFile('a', 'another')
      await store.beginBuild(second, 1000)
      expect(await store.beginBuild(first, 2000)).toEqual([])
      await store.beginBuild(second, 100 * DAY_MS)
      expect(await store.builtFile('a')).toBe('one')
    })

    test('an imported file replaces the previous one and is distinguished from it', async () => {
      const store = await open('files-imported')
      expect([await store.importedDigest('x'), await store.importedFile('x')]).toEqual([null, null])
      await store.keepImportedFile('x', 'one')
      await store.keepImportedFile('y', 'one')
      const first = await store.importedDigest('x')
      expect(await store.importedDigest('y')).toBe(first)
      await store.keepImportedFile('x', 'two')
      expect(await store.importedFile('x')).toBe('two')
      expect(await store.importedDigest('x')).not.toBe(first)
      expect(await store.importedFile('y')).toBe('one')
    })

    test('the size of a file is that of its bytes, not of its encoding', async () => {
      const store = await open('files-sizes')
      for (const bytes of [0, 1, 2, 3, 1000]) {
        await store.keepImportedFile('x', Buffer.alloc(bytes, 7).toString('base64'))
        expect(await store.importedBytes('x')).toBe(bytes)
      }
      expect(await store.importedBytes('y')).toBeNull()
    })

    test('a file of a site is deleted once no draft, version, or pending publish has named it for a day', async () => {
      const store = await open('files-unused')
      const named = (name: string) => ({ text: '{}', files: { 'a.png': name } })
      const draft = { path: 'claims', isJson: true, based_on: null, by: 'ada', at: 1000 }
      await store.saveDraft({ ...draft, ...named('drafted'), from: 0 })
      await store.publish({ ...newVersion('leadloom', 1000), source: named('published') })
      const asked = {
        asked_by: 'ada',
        maker: 'ada',
        asked_at: 1,
        live_at: null,
        state: 'waiting',
        weight: 100,
      } as const
      await store.addPublishRequest({ id: uuidOf(1), path: 'claims', ...named('asked'), ...asked })
      for (const name of [
        'source/drafted',
        'source/published',
        'source/asked',
        'source/none',
        'vehicles.json',
      ])
        await store.keepImportedFile(name, 'AAAA')
      const isThere = async (name: string) => (await store.importedFile(name)) !== null

      const start = 1_000_000
      expect(await store.dropUnusedSources(start)).toBe(0)
      expect(await store.dropUnusedSources(start + DAY_MS - 1)).toBe(0)
      // The file is about to be named again.
      expect([await store.useImportedFile('source/none'), await store.useImportedFile('source/no')]).toEqual([
        true,
        false,
      ])
      expect(await store.dropUnusedSources(start + DAY_MS)).toBe(0)
      await store.saveDraft({ ...draft, text: '{}', files: {}, from: 1 })
      expect(await store.dropUnusedSources(start + DAY_MS + 5)).toBe(0)
      await store.saveDraft({ ...draft, ...named('drafted'), from: 2 })
      expect(await store.dropUnusedSources(start + 2 * DAY_MS)).toBe(1)
      expect(await isThere('source/none')).toBe(false)
      // Unused since the last check, not the first.
      await store.saveDraft({ ...draft, text: '{}', files: {}, from: 3 })
      expect(await store.dropUnusedSources(start + 3 * DAY_MS)).toBe(0)
      expect(await store.dropUnusedSources(start + 4 * DAY_MS)).toBe(1)
      const left = ['source/drafted', 'source/published', 'source/asked', 'vehicles.json'].map(isThere)
      expect(await Promise.all(left)).toEqual([false, true, true, true])
    })
  })
}
