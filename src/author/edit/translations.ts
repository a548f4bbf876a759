import type { Edit } from 'jsonc-parser'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { flowTexts } from '../../flow/languages/flowTexts.ts'
import { textsWithout } from '../../flow/languages/textsWithout.ts'
import type { Path } from '../complete/cursor.ts'
import { record, valueAt } from '../complete/shapes.ts'
import { nodeAt } from '../forms/formPlaces.ts'
import type { ReadText } from '../forms/readText.ts'
import { editsFor } from '../forms/textEdits.ts'

/** A text of a flow beside its translation. */
export interface Translation {
  /** Place of the text where it is first used. */
  at: Path
  text: string
  /** Its translation; empty if it has none. */
  said: string
  /** check: the text changed after it was translated. */
  state: 'missing' | 'check' | 'done'
  /** Text that was translated, if that changed since. */
  was: string | null
}

/** Texts of a flow that are translated or must be, in the order of the document. */
export function translationsOf(document: unknown, language: Language): Translation[] {
  const flow = document as Flow
  const words = record(valueAt(document, [...LANGUAGES, language]))
  const changed = record(valueAt(document, [...CHECK, language]))
  const missing = new Set(textsWithout(flow, language).map(({ text }) => text))
  const first = new Map(
    flowTexts(flow)
      .toReversed()
      .map(({ at, text }) => [text, at]),
  )
  return [...first]
    .toReversed()
    .filter(([text]) => missing.has(text) || Object.hasOwn(words, text))
    .map(([text, at]) => {
      const was = Object.hasOwn(changed, text) ? String(changed[text]) : null
      const said = Object.hasOwn(words, text) ? String(words[text]) : ''
      return { at, text, said, was, state: said === '' ? 'missing' : was === null ? 'done' : 'check' }
    })
}

const LANGUAGES: Path = ['ui_config', 'languages']
const CHECK: Path = [...LANGUAGES, 'check']

/** Edits that translate a text, or with an empty `said` leave it untranslated. The translation counts as checked. */
export function translate(
  read: ReadText,
  { language, text, said }: { language: Language; text: string; said: string },
): Edit[] {
  const words = record(valueAt(read.document, [...LANGUAGES, language]))
  const written = said === '' ? undefined : said
  const isHere = nodeAt(read.root, [...LANGUAGES, language]) !== undefined
  return [
    ...(isHere || written === undefined
      ? editsFor(read, [{ at: [...LANGUAGES, language, text], value: written }])
      : addLanguage(read, language, { ...words, [text]: written })),
    ...markEdits(read, { [language]: { [text]: null } }),
  ]
}

/** Edits that add a language to a flow. */
export function addLanguage(read: ReadText, language: Language, words: Record<string, unknown> = {}): Edit[] {
  const own = language === 'en' ? 'es' : 'en'
  return nodeAt(read.root, LANGUAGES)
    ? editsFor(read, [{ at: [...LANGUAGES, language], value: words }])
    : editsFor(read, [{ at: LANGUAGES, value: { default: own, [language]: words } }])
}

/** Last known texts of a flow, by path as JSON. */
export type KnownTexts = ReadonlyMap<string, string>

/** Edits that keep the translations of texts that changed where they are, and mark them to be checked; with the texts as they are now.
 *  A text that is emptied for a moment keeps its last words. */
export function keptTranslations(read: ReadText, before: KnownTexts): { edits: Edit[]; known: KnownTexts } {
  const { document, root } = read
  const now = flowTexts(document as Flow).map(({ at, text }) => ({ place: JSON.stringify(at), text }))
  const known = new Map(now.map(({ place, text }) => [place, text || (before.get(place) ?? '')]))
  const used = new Set(now.map(({ text }) => text))
  const isSameShape = before.size === known.size && [...before.keys()].every((place) => known.has(place))
  const changed = now.flatMap(({ place, text }) => {
    const was = before.get(place)
    const isChanged = was !== undefined && was !== '' && text !== '' && was !== text && !used.has(was)
    return isChanged && (isSameShape || isAlike(was, text)) ? { was, text } : []
  })
  const marks: Record<string, Record<string, string | null>> = {}
  const edits = Object.keys(record(valueAt(document, LANGUAGES))).flatMap((language) => {
    const words = nodeAt(root, [...LANGUAGES, language])
    if (words?.type !== 'object' || language === 'check') return []
    const marked = record(valueAt(document, [...CHECK, language]))
    const keys = new Map(words.children!.map(({ children }) => [String(children![0]!.value), children![0]!]))
    return changed.flatMap(({ was, text }) => {
      const key = keys.get(was)
      if (!key || keys.has(text)) return []
      keys.delete(was)
      keys.set(text, key)
      const translated = Object.hasOwn(marked, was) ? String(marked[was]) : was
      const mark = translated === text ? null : translated
      marks[language] = { ...marks[language], [was]: null, [text]: mark }
      return { offset: key.offset, length: key.length, content: JSON.stringify(text) }
    })
  })
  return { edits: edits.length === 0 ? [] : [...edits, ...markEdits(read, marks)], known }
}

/** True if a text is probably a correction of another one. */
function isAlike(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (start + end < Math.min(one.length, other.length) && one.at(-1 - end) === other.at(-1 - end)) end++
  return 2 * (start + end) >= Math.max(one.length, other.length)
}

/** Edits of the marks by language and text: the text that was translated, or null for none. */
function markEdits(read: ReadText, changes: Record<string, Record<string, string | null>>): Edit[] {
  const before = record(valueAt(read.document, CHECK))
  const after = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(changes)])].flatMap((language) => {
      const marks = { ...record(before[language]), ...changes[language] }
      const kept = Object.entries(marks).filter(([, was]) => was !== null)
      return kept.length > 0 ? [[language, Object.fromEntries(kept)]] : []
    }),
  )
  const value = Object.keys(after).length > 0 ? after : undefined
  return value === undefined && Object.keys(before).length === 0 ? [] : editsFor(read, [{ at: CHECK, value }])
}
