import type { Problem } from '../../../schemas/author/problem.ts'
import { SUGGESTIONS } from './suggestions.ts'

/** The word in `words` that `word` was probably meant to be; undefined if none is near. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = edits(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** Hint for an unknown name: the nearest one, or all of them. `what` is 'questions', 'offers', ... */
export function instead(word: string, words: Iterable<string>, what: string): string {
  return corrected(word, words, what).hint
}

/** The same for a problem, with a correction if there is a nearest name. */
export function corrected(
  word: string,
  words: Iterable<string>,
  what: string,
): Pick<Problem, 'hint' | 'correction'> {
  const known = [...words]
  const meant = nearest(word, known)
  if (meant !== undefined) return meantWord(word, meant)
  return { hint: known.length === 0 ? SUGGESTIONS.none(what) : SUGGESTIONS.all(what, shortList(known)) }
}

/** Hint and correction for a word that was meant to be another. */
export function meantWord(word: string, meant: string): Required<Pick<Problem, 'hint' | 'correction'>> {
  return { hint: SUGGESTIONS.meant(meant), correction: { written: word, right: meant } }
}

const LISTED = 12

function shortList(words: string[]): string {
  const rest = words.length - LISTED
  return rest > 0 ? SUGGESTIONS.more(words.slice(0, LISTED).join(', '), rest) : words.join(', ')
}

/** Levenshtein distance with a swap of two neighbors, the most common slip, as one edit. */
function edits(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (same ? 0 : 1),
        swapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
