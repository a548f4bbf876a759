import type { Language } from '../../../schemas/flow/flow.ts'
import { AT_MOST } from '../../../schemas/kernel/atMost.ts'
import { IMPORTED_WORDS, type ImportedWord } from './importedWords.ts'
import { IMPORT_NOTES } from './importNotes.ts'
import { fieldNames, type FieldNames } from './fieldNames.ts'
import { cleanHtml, lineOf, paragraphsOf, type Piping } from './foreignText.ts'

/** Part of a form that was lost or changed. */
export interface ImportNote {
  /** Place in the file: `fields[3]`, `pages[0].elements[2].visibleIf`. */
  at: string
  message: string
  /** Steps to take by hand. */
  hint: string
}

/** A text in the language of the form, and in the other one if it has one. */
export interface Said {
  own: string
  other?: string
}

/** Results of reading a form, in addition to the form. */
export interface Reading {
  notes: readonly ImportNote[]
  note(at: string, words: Omit<ImportNote, 'at'>): void
  names: FieldNames
  language: Language
  /** True if it has words in the other language. */
  isTranslated: boolean
  /** Translations into the other language, by text. */
  words: ReadonlyMap<string, string>
  /** A text of one line, without markup, cut to the length of its place. */
  line(said: Said | string, at: string, longest?: number): string
  /** A text as a block, from markup or from plain text. */
  html(said: Said | string, at: string, from: 'markup' | 'text'): string
  fixed(word: ImportedWord): string
}

/** `piping` is the format's syntax for answers within texts. */
export function startReading(piping: Piping, language: Language = 'en', isTranslated = false): Reading {
  const notes: ImportNote[] = []
  const words = new Map<string, string>()
  const note: Reading['note'] = (at, said) => {
    if (!notes.some((known) => known.at === at && known.message === said.message)) notes.push({ at, ...said })
  }
  const inBoth = (said: Said | string, read: (text: string, isOwn: boolean) => string) => {
    const { own, other } = typeof said === 'string' ? { own: said, other: undefined } : said
    const text = read(own, true)
    const translated = other === undefined ? '' : read(other, false)
    if (text !== '' && translated !== '' && !words.has(text)) words.set(text, translated)
    return text
  }
  return {
    notes,
    note,
    names: fieldNames(),
    language,
    isTranslated,
    words,
    line: (said, at, longest = AT_MOST.line) =>
      inBoth(said, (text, isOwn) => {
        const { line, lost } = lineOf(text, piping)
        if (isOwn && lost) note(at, IMPORT_NOTES.pipingLost(line))
        if (line.length <= longest) return line
        if (isOwn) note(at, IMPORT_NOTES.shortened(line))
        return `${line.slice(0, longest - 1)}…`
      }),
    html: (said, at, from) =>
      inBoth(said, (text, isOwn) => {
        const { html, unknown, isCut } = (from === 'markup' ? cleanHtml : paragraphsOf)(text, piping)
        if (isOwn) for (const name of unknown) note(at, IMPORT_NOTES.pipingUnknown(name))
        if (isOwn && isCut) note(at, IMPORT_NOTES.markupCut)
        return html
      }),
    fixed(word) {
      const { en, es } = IMPORTED_WORDS[word]
      const [own, other] = language === 'es' ? [es, en] : [en, es]
      words.set(own, other)
      return own
    },
  }
}
