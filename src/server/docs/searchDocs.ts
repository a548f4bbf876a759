import type { BuiltDocs, DocsPage, DocsSection } from './builtDocs.ts'

/** A section that a search found. */
export interface DocsHit {
  page: Pick<DocsPage, 'address' | 'title' | 'chapter'>
  section: DocsSection
}

export type SearchDocs = (query: string) => DocsHit[]

/** Prepares a search of the documentation. It compares word stems, values titles over texts, rare words over common ones and short texts
 *  over long ones, and prefers sections that have every word of the query. The best come first. */
export function docsSearch({ pages }: BuiltDocs): SearchDocs {
  const entries = pages.flatMap((page) =>
    page.sections.map((section) => ({
      hit: { page, section },
      title: stems(section.title),
      pageTitle: stems(page.title),
      words: stems(section.words),
      text: counted(stems(section.text)),
      length: section.text.length,
    })),
  )
  const usualLength = sum(entries.map(({ length }) => length)) / entries.length
  const inSections = new Map<string, number>()
  for (const { title, words, text } of entries)
    for (const stem of new Set([...title, ...words, ...text.keys()]))
      inSections.set(stem, (inSections.get(stem) ?? 0) + 1)
  const rarity = (stem: string) => Math.log(1 + entries.length / (1 + (inSections.get(stem) ?? 0)))

  return (query) => {
    const wanted = [...new Set(stems(query))].slice(0, MOST_WORDS)
    const scored = entries.flatMap(({ hit, title, pageTitle, words, text, length }) => {
      const dilution = 0.5 + (0.5 * length) / usualLength
      const scores = wanted.map((stem) => {
        const count = text.get(stem) ?? 0
        const score =
          has(title, stem) * 6 +
          (words.includes(stem) ? 6 : 0) +
          has(pageTitle, stem) * 3 +
          (MOST_FOR_TEXT * count) / (count + dilution)
        return { score: score * rarity(stem), found: score > 0 ? rarity(stem) : 0 }
      })
      const share = sum(scores.map(({ found }) => found)) / sum(wanted.map(rarity))
      return share > 0 ? [{ hit, score: sum(scores.map(({ score }) => score)) * share ** 2 }] : []
    })
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_HITS)
      .map(({ hit }) => hit)
  }
}

const MOST_WORDS = 12
/** Score of a word that fills a text. Source of the formula: Okapi BM25. */
const MOST_FOR_TEXT = 4
const MOST_HITS = 20

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** Share of a match of a word in a title: 1 for the word, half for one that begins with it, so that a search can be typed in part. */
function has(title: readonly string[], stem: string): number {
  if (title.includes(stem)) return 1
  return stem.length >= 5 && title.some((word) => word.startsWith(stem)) ? 0.5 : 0
}

function counted(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** Words of a text without their endings. A name such as `send_lead` is also found by its parts. */
function stems(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9_]+/g) ?? [])
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter((word) => word !== '' && !STOP_WORDS.has(word))
    .map((word) =>
      word.length > 4
        ? word
            .replace(/(?:ies|ied|y)$/, 'i')
            .replace(DOUBLED, '$1')
            .replace(/(?:ing|ed|es|s|e)$/, '')
        : word,
    )
    .map((word) => (word.length === 4 ? word.replace(/s$/, '') : word))
}

/** An ending that doubled a consonant, as in "embedding" and "stopped", but not in "adding". */
const DOUBLED = /(?<=[a-z]{2})([bdgmnprt])\1(?:ings?|ed)$/

const STOP_WORDS = new Set(
  'a am an and are as at be but by can did do does for from has have how i if in into is it its may me mean must my no not of on or our say should so that the their then there they this to up use want was we what when where which who why will with you your'.split(
    ' ',
  ),
)
