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

    test('hides a deleted draft until it is restored or replaced', async () => {
      const store = await open('drafts-removed')
      await store.saveDraft(FIRST)
      expect([await store.removeDraft('claims', 2), await store.removeDraft('claims', 1)]).toEqual([
        false,
        true,
      ])
      expect([await store.draft('claims'), await store.drafts()]).toEqual([null, []])
      expect((await store.saveDraft({ ...FIRST, from: 2 })).isKept).toBe(false)
      expect([await store.restoreDraft('claims'), await store.restoreDraft('claims')]).toEqual([true, false])
      expect(await store.draft('claims')).toMatchObject({ revision: 3, text: '{"a": 1}' })
      await store.removeDraft('claims', 3)
      // The revision goes on, so that a page with the deleted draft can't save over the new one.
      const { isKept, line } = await store.saveDraft({ ...FIRST, text: '{"new": 1}', by: 'bob' })
      expect([isKept, line]).toMatchObject([true, { revision: 5, saved_by: 'bob' }])
      expect(await store.restoreDraft('claims')).toBe(false)
    })

    test('keeps comments with the people who made and resolved them, and counts open ones', async () => {
      const store = await open('drafts-comments')
      const comment = {
        id: 'c-1',
        step: 'claim/zip',
        element: null,
        text: 'Shorter?',
        made_by: 'ada',
        made_at: 1000,
      }
      await store.addDraftComment({ path: 'claims', ...comment })
      await store.addDraftComment({ path: 'claims', ...comment, id: 'c-2', step: null, made_at: 2000 })
      const settle = (id: string, by: string | null) =>
        store.resolveDraftComment(id, { path: 'claims', by, at: 3000 })
      expect([await settle('c-1', 'bob'), await settle('c-1', 'cy'), await settle('c-3', 'cy')]).toEqual([
        true,
        false,
        false,
      ])
      expect(await store.resolveDraftComment('c-2', { path: 'other', by: 'bob', at: 1 })).toBe(false)
      expect(await store.openDraftComments()).toEqual([{ path: 'claims', comments: 1 }])
      const unsettled = { resolved_by: null, resolved_at: null }
      expect(await store.draftComments('claims')).toEqual([
        { ...comment, resolved_by: 'bob', resolved_at: 3000 },
        { ...comment, ...unsettled, id: 'c-2', step: null, made_at: 2000 },
      ])
      expect([await settle('c-1', null), await settle('c-1', null)]).toEqual([true, false])
      expect((await store.draftComments('claims'))[0]).toEqual({ ...comment, ...unsettled })
      expect(await store.draftComments('other')).toEqual([])
    })

    test('lists the people who have a draft open until they are not seen for a while', async () => {
      const store = await open('drafts-editors')
      const see = (operator: string, at: number) =>
        store.seeDraftEditor({ path: 'claims', operator, at, since: at - 100 })
      await see('bob', 1000)
      await see('ada', 1050)
      await see('ada', 1060)
      const [ada, bob] = ['ada', 'bob'].map((operator) => ({ path: 'claims', operator }))
      expect(await store.draftEditors(960)).toEqual([ada, bob])
      expect(await store.draftEditors(1010)).toEqual([ada])
      await see('ada', 1200)
      expect(await store.draftEditors(0)).toEqual([ada])
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
