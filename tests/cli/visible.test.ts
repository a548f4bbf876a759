import { expect, test } from 'vitest'
import { visible } from '../../src/cli/words/visible.ts'

test.each([
  ['an escape sequence', '\u001b[2J\u001b]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
  ['one of a single byte', '\u009b31m', '\\u009b31m'],
  ['a line that looks like ours', 'x\n2026-11-21  sale  $9,999.00', 'x\\u000a2026-11-21  sale  $9,999.00'],
  ['a return to the line’s start', 'bad\rgood', 'bad\\u000dgood'],
  ['a turn of the direction', 'user\u202etxt.exe', 'user\\u202etxt.exe'],
  ['a sign of no width', 'temp\u200blate\ufeff', 'temp\\u200blate\\ufeff'],
  ['an isolated turn of it', 'user\u2067txt.exe', 'user\\u2067txt.exe'],
  ['plain text of any script', 'Zoë – 名前 👋', 'Zoë – 名前 👋'],
])('shows %s without acting on it', (_what, text, shown) => {
  expect(visible({ answers: [{ raw_data: text }], at: 5, none: null })).toEqual({
    answers: [{ raw_data: shown }],
    at: 5,
    none: null,
  })
})
