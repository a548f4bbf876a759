import { expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'

export function markContract(open: OpenStore): void {
  test('a note on charts is added, edited and removed, and each change is in the audit log with its words', async () => {
    const store = await open('marks-notes')
    const written = { path: 'leadloom', at: 5, words: 'Email went out', by: 'ada', now: 9 }
    const first = await store.addNote(written)
    const second = await store.addNote({ ...written, path: null, at: 7, words: 'Holiday' })
    const note = { note: first, path: 'leadloom', at: 5, words: 'Email went out', made_by: 'ada' }
    const other = { ...note, note: second, path: null, at: 7, words: 'Holiday' }
    expect(await store.chartNotes(5, 7, 10)).toEqual([other, note])
    expect(await store.chartNotes(5, 6, 10)).toEqual([note])
    expect(await store.chartNotes(6, 7, 10)).toEqual([other])
    expect(await store.chartNotes(5, 7, 1)).toEqual([other])
    expect(await store.editNote({ note: first, words: 'Two emails', by: 'bo', at: 11 })).toBe(true)
    expect(await store.chartNote(first)).toEqual({ ...note, words: 'Two emails' })
    expect(await store.removeNote({ note: first, by: 'bo', at: 12 })).toBe(true)
    expect(await store.removeNote({ note: first, by: 'bo', at: 12 })).toBe(false)
    expect(await store.editNote({ note: first, words: 'x', by: 'bo', at: 12 })).toBe(false)
    expect(await store.chartNote(first)).toBe(null)
    const { data } = await store.auditPage({}, 9)
    expect(data.map(({ operator, act, about, changes: [change] }) => [operator, act, about, change])).toEqual(
      [
        ['bo', 'remove_note', 'leadloom', changed('Two emails', null)],
        ['bo', 'edit_note', 'leadloom', changed('Email went out', 'Two emails')],
        ['ada', 'add_note', '', changed(null, 'Holiday')],
        ['ada', 'add_note', 'leadloom', changed(null, 'Email went out')],
      ],
    )
  })

  test('marked acts of a range come from the audit log, newest first, without the others', async () => {
    const store = await open('marks-acts')
    const entry = { operator: 'ada', about: 'leadloom version 2' }
    const changes = [{ field: 'caps/0/leads', before: '50', after: '80', secret: false }]
    await store.audit({ ...entry, at: 5, act: 'publish' })
    await store.audit({ ...entry, at: 6, act: 'login' })
    await store.audit({ ...entry, at: 7, act: 'save_buyer', about: 'acme' }, changes)
    await store.audit({ ...entry, at: 8, act: 'roll_back' })
    const acts = await store.markedActs(5, 7, 10)
    expect(acts).toEqual([
      { ...entry, at: 7, act: 'save_buyer', about: 'acme', changes },
      { ...entry, at: 5, act: 'publish', changes: null },
    ])
    expect((await store.markedActs(6, 8, 1)).map(({ at }) => at)).toEqual([8])
  })
}

function changed(before: string | null, after: string | null) {
  return { field: 'note', before, after, secret: false }
}
