import { expect, test } from 'vitest'
import { createDrafts } from '../../src/visitor/visit/drafts.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { pageOf } from './page.ts'

const page = pageOf()
const draft = { data: { first_name: 'An' }, partialInput: { dob: { month: '2', day: '', year: '' } } }

function begun() {
  const browser = createBrowserStorage()
  const open = (its = page) =>
    createDrafts(
      createStorage(() => browser),
      its,
    )
  open().keep('claim/mail', draft)
  return { browser, open }
}

test('unfinished input survives a reload, is kept per step, and leaves nothing behind when dropped', () => {
  const { browser, open } = begun()
  open().keep('claim/where', { data: {}, partialInput: {} })
  expect(open().of('claim/mail')).toEqual(draft)
  open().drop('claim/mail')
  expect([open().of('claim/mail'), open().of('claim/where')]).toEqual([null, { data: {}, partialInput: {} }])
  open().drop('claim/where')
  expect(Object.keys(browser)).toEqual([])
})

test('rejects another session’s input', () => {
  const other = { ...page, session: { ...page.session, uuid: '6f8f4c2e-0000-4000-8000-000000000002' } }
  expect(begun().open(other).of('claim/mail')).toBeNull()
})

test('ignores unreadable input', () => {
  const { browser, open } = begun()
  for (const text of ['', '{', 'null', '[]', '"text"', '{"session_uuid":1}']) {
    browser.setItem('leadloom.draft.small', text)
    expect(open().of('claim/mail')).toBeNull()
  }
})
