import { expect, test } from 'vitest'
import { mutantsOf, mutated } from './mutantsOf.ts'

const SOURCE = `import { run } from './run.ts'
export function paid(cents: number, most: number | null): boolean {
  if (most !== null && cents > most) return false
  run('UPDATE sales SET cents = $1 WHERE sold = 1 AND cents <= 20')
  return !isFree(cents)
}
`

test('changes each comparison, condition, call, number, and value, and those of SQL, once', () => {
  expect(mutantsOf(SOURCE).map(({ line, from, to }) => `${line}: ${from} -> ${to}`)).toEqual([
    '3: most !== null && cents > most -> true',
    '3: most !== null && cents > most -> false',
    '3: !== -> ===',
    '3: && -> ||',
    '3: > -> >=',
    '3: > -> <=',
    '3: false -> true',
    "4: run('UPDATE sales SET cents = $1 WHERE sold = 1 AND cents <= 20') -> void 0",
    '4: = -> <>',
    '4: 1 -> 2',
    '4: AND -> OR',
    '4: <= -> <',
    '4: 20 -> 21',
    '5: !isFree(cents) -> isFree(cents)',
  ])
})

test('replaces the text at its place and nothing else', () => {
  const [first] = mutantsOf(SOURCE)
  expect(mutated(SOURCE, first!)).toBe(SOURCE.replace('most !== null && cents > most', 'true'))
})
