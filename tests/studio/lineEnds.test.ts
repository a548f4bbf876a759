import { expect, test } from 'vitest'
import type { Draft } from '../../schemas/studio/drafts.ts'
import { withLineEnds } from '../../src/studio/drafts/saving/lineEnds.ts'

test.each([
  ['{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 2\r\n}\r\n'],
  ['{\n  "a": 1\n}\n', '{\n  "a": 2\n}\n'],
  ['{"a": 1}', '{"a": 2}'],
])('a text is saved with the line ends that it was read with: %j', async (text, after) => {
  const line = { path: 'claims', revision: 1, based_on: null, saved_by: 'ada', saved_at: 0 }
  const draft: Draft = { ...line, text, good: null, files: [] }
  let saved = ''
  const kept = withLineEnds({
    draft,
    calls: {
      read: () => Promise.resolve({ ...draft, text: after }),
      save: ({ text }) => Promise.resolve(((saved = text), line)),
      saveFile: () => Promise.resolve(line),
    },
  })
  expect(kept.draft.text).toBe(text.replaceAll('\r\n', '\n'))
  await kept.calls.save({ path: 'claims', revision: 1, text: kept.draft.text.replace('1', '2') })
  expect(saved).toBe(after)
  expect((await kept.calls.read('claims')).text).toBe(after.replaceAll('\r\n', '\n'))
})
