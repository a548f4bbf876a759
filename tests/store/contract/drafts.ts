import { describe, expect, test } from 'vitest'
import type { NewDraft } from '../../../src/store/nouns/versions/draftRecords.ts'
import { newVersion } from '../history.ts'
import type { OpenStore } from '../contract.ts'

const FIRST: NewDraft = {
  path: 'claims',
  from: 0,
  text: '{"a": 1}',
  isJson: true,
  files: { 'a.css': 'digest' },
  based_on: 3,
  by: 'ada',
  at: 1000,
}

export function draftContract(open: OpenStore): void {
  describe('drafts', () => {
    test('a draft is stored as typed, and the last valid text next to an invalid one', async () => {
      const store = await open('drafts-kept')
      expect([await store.draft('claims'), await store.drafts()]).toEqual([null, []])
      const line = { path: 'claims', based_on: 3, saved_by: 'ada' }
      expect(await store.saveDraft(FIRST)).toEqual({
        isKept: true,
        line: { ...line, revision: 1, saved_at: 1000 },
      })
      const broken = { ...FIRST, isJson: false, at: 2000 }
      await store.saveDraft({ ...broken, from: 1, text: '{"a": 2' })
      await store.saveDraft({ ...broken, from: 2, text: '{"a": 2,' })
      expect(await store.draft('claims')).toEqual({
        ...line,
        revision: 3,
        saved_at: 2000,
        text: '{"a": 2,',
        is_json: false,
        good: '{"a": 1}',
        files: { 'a.css': 'digest' },
      })
      await store.saveDraft({ ...FIRST, from: 3, text: '{"a": 3}', at: 3000 })
      expect(await store.draft('claims')).toMatchObject({ text: '{"a": 3}', is_json: true, good: null })
      await store.saveDraft({ ...FIRST, path: 'alpha', based_on: null })
      expect((await store.drafts()).map(({ path, based_on }) => [path, based_on])).toEqual([
        ['alpha', null],
        ['claims', 3],
      ])
    })

    test('only the first of several saves of one revision counts', async () => {
      const store = await open('drafts-conflict')
      const all = async (from: number) =>
        Promise.all(
          ['ada', 'bob', 'cy'].map((by) => store.saveDraft({ ...FIRST, from, by, text: `{"by": "${by}"}` })),
        )
      for (const from of [0, 1]) {
        const saved = await all(from)
        expect(saved.filter(({ isKept }) => isKept)).toHaveLength(1)
        const winner = saved.find(({ isKept }) => isKept)!.line!.saved_by
        expect(await store.draft('claims')).toMatchObject({
          revision: from + 1,
          saved_by: winner,
          text: `{"by": "${winner}"}`,
        })
        for (const { line } of saved) expect(line).toMatchObject({ saved_by: winner, revision: from + 1 })
      }
      expect(await store.saveDraft({ ...FIRST, path: 'none', from: 1 })).toEqual({
        isKept: false,
        line: null,
      })
    })

    test('a version’s sources are stored with it, the newest if it’s published again', async () => {
      const store = await open('drafts-sources')
      const made = newVersion('leadloom', 1000)
      const version = await store.publish(made)
      expect(await store.versionSource(version)).toBeNull()
      const source = { text: '{ }', files: { 'a.css': 'digest' } }
      expect(await store.publish({ ...made, source })).toBe(version)
      expect(await store.versionSource(version)).toEqual(source)
      await store.publish({ ...made, source: { ...source, text: '{}' } })
      expect(await store.versionSource(version)).toEqual({ ...source, text: '{}' })
    })
  })
}
