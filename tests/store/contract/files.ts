import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'

export function fileContract(open: OpenStore): void {
  describe('files', () => {
    test('a built file is kept for thirty days after a build that does without it', async () => {
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

    test('a build that is served again is as new as before', async () => {
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

    test('what is imported takes the place of what was there, and is told from it', async () => {
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
  })
}
