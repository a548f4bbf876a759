import { COMPLETION } from './completionWords.ts'
import { cursorAt, type Cursor, type Path } from './cursor.ts'
import { namesFor } from './flowNames.ts'
import { namingAt, type NameKind } from './nameKinds.ts'
import { openText } from './openText.ts'
import { declaredAt, meaningIn, record, shapesAt, valueAt, type Shape } from './shapes.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { textsWithout } from '../../flow/languages/textsWithout.ts'

/** A change of a text; both ends count UTF-16 units. */
export interface Edit {
  from: number
  to: number
  text: string
}

/** A suggestion for the place of the cursor. */
export interface Completion {
  label: string
  kind: NameKind | 'key' | 'word' | 'placeholder'
  about: string
  edit: Edit
  /** Offset of the cursor within the text of `edit`; defaults to its end. */
  caret?: number
}

/** Suggestions for a place, and the span that they replace: from `from` to `to` is what the author began to write, which editors filter
 *  `items` by. */
export interface Completions {
  from: number
  to: number
  items: Completion[]
}

/** Suggestions at `offset` of a flow's text, however unfinished: keys and words from the flow schema, and the flow's own names where it
 *  refers to something. Shape of `schema`: schemas/json/flow.schema.json. */
export function completeAt(text: string, offset: number, schema: Shape): Completions {
  const cursor = cursorAt(text, offset)
  const { document } = openText(aroundOf(text, cursor))
  const site = { document, schema, text, cursor, offset }
  const { from, to } = cursor
  if (cursor.isKey) return { from, to, items: keys(site) }
  return placeholders(site) ?? { from, to, items: values(site) }
}

/** The text without what is being typed at the cursor, so that it hides nothing after it: half a key would take the next one as its
 *  value. */
function aroundOf(text: string, { isKey, from, to, quotes }: Cursor): string {
  const end = quotes?.isClosed ? to + 1 : to
  if (isKey) return colonAfter(text, end) ? text : text.slice(0, quotes ? from - 1 : from) + text.slice(end)
  const begin = quotes ? from - 1 : from
  return quotes?.isClosed ? text : `${text.slice(0, begin)}null${commaAfter(text, to)}${text.slice(to)}`
}

interface Site {
  document: unknown
  schema: Shape
  text: string
  cursor: Cursor
  offset: number
}

/** Keys that an object may have and does not have yet, required ones first. */
function keys(site: Site): Completion[] {
  const { document, schema, text, cursor } = site
  const around = cursor.at.slice(0, -1)
  if (isTranslation(cursor.at)) return missingWords(site)
  const written = record(valueAt(document, around))
  const shapes = shapesAt(schema, document, around)
  const required = new Set(shapes.flatMap((shape) => shape.required ?? []))
  const members = new Map(shapes.flatMap(({ properties = {} }) => Object.entries(properties)))
  const known = Array.from(members, ([key, shape]) => ({ key, shape })).filter(
    ({ key }) => !Object.hasOwn(written, key) || key === cursor.at.at(-1),
  )
  known.sort((a, b) => Number(required.has(b.key)) - Number(required.has(a.key)))
  return known.map(({ key, shape }) => ({
    label: key,
    kind: 'key',
    about: COMPLETION.key(shape.description ?? '', required.has(key)),
    ...keyEdit(key, shape, { text, cursor }),
  }))
}

/** The flow's own texts that are not translated into the language yet. Each is the key of its translation. */
function missingWords({ document, schema, text, cursor }: Site): Completion[] {
  const [, , language] = cursor.at
  const [shape] = shapesAt(schema, document, cursor.at)
  return textsToSay(document, String(language), cursor.at.at(-1)).map((words) => ({
    label: words.length > LABEL ? `${words.slice(0, LABEL)}…` : words,
    kind: 'key',
    about: COMPLETION.missingWords(words, String(language)),
    ...keyEdit(words, shape ?? {}, { text, cursor }),
  }))
}

/** Length of a text on one line of a list. */
const LABEL = 80

function keyEdit(key: string, shape: Shape, { text, cursor }: Pick<Site, 'text' | 'cursor'>) {
  const { from, to, quotes } = cursor
  const end = quotes?.isClosed ? to + 1 : to
  const json = JSON.stringify(key)
  if (colonAfter(text, end)) return { edit: { from, to, text: quotes ? json.slice(1, -1) : json } }
  const value = VALUES[shape.type ?? ''] ?? (shape.enum ? '""' : '')
  const only = shape.const === undefined ? value : JSON.stringify(shape.const)
  const before = `${quotes ? json.slice(1) : json}: `
  return {
    edit: { from, to: end, text: before + only + commaAfter(text, end) },
    caret: before.length + (shape.const === undefined ? Math.ceil(only.length / 2) : only.length),
  }
}

/** Maximum distance to the next character. */
const BLANKS = 500

/** Initial text of a value, by type. */
const VALUES: Record<string, string> = { string: '""', array: '[]', object: '{}' }

/** Placeholders, if the text may contain some and one is begun; null otherwise. */
function placeholders({ document, schema, text, cursor, offset }: Site): Completions | null {
  if (!cursor.quotes) return null
  const [, begun] = /\{\{ *([^{}"]*)$/.exec(text.slice(cursor.from, offset)) ?? []
  if (begun === undefined) return null
  const [, rest = '', braces] = /^([\w:]*)( *\}\})?/.exec(text.slice(offset, cursor.to))!
  const [from, to] = [offset - begun.length, offset + rest.length]
  const items = placeholdersAt(document, schema, cursor.at).map(({ name, about }): Completion => ({
    label: name,
    kind: 'placeholder',
    about,
    edit: { from, to, text: braces === undefined ? `${name}}}` : name },
  }))
  return { from, to, items }
}

/** Placeholders that a text may contain, from the description of its place. A translation may use those of the original. */
function placeholdersAt(document: unknown, schema: Shape, at: Path) {
  const says = isTranslation(at)
    ? String(at[3])
    : declaredAt(schema, document, at)
        .map(({ description = '' }) => description)
        .join(' ')
  const names = new Set(Array.from(says.matchAll(/\{\{ *([\w:]+) *\}\}/g), ([, name]) => name!))
  return [...names].flatMap((name) => {
    if (name !== 'field:NAME') return { name, about: COMPLETION.placeholder(name) }
    const fields = namesFor({ kind: 'field' }, { document, schema, at })
    return fields.map((field) => ({ name: `field:${field.name}`, about: field.about }))
  })
}

/** True if `at` is a translation, keyed by its original text. */
function isTranslation(at: Path): boolean {
  return at[0] === 'ui_config' && at[1] === 'languages' && at.length === 4
}

function values(site: Site): Completion[] {
  const { document, schema, cursor } = site
  const naming = namingAt(document, cursor.at)
  if (!naming) return words(site)
  const taken = typeof cursor.at.at(-1) === 'number' ? valueAt(document, cursor.at.slice(0, -1)) : []
  const others = new Set(Array.isArray(taken) ? taken.filter((_, index) => index !== cursor.at.at(-1)) : [])
  return namesFor(naming, { document, schema, at: cursor.at })
    .filter(({ name }) => !others.has(name))
    .map(({ name, about }) => ({ label: name, kind: naming.kind, about, ...valueEdit(name, site) }))
}

/** Words of a fixed set. */
function words(site: Site): Completion[] {
  const { document, schema, cursor } = site
  const declared = declaredAt(schema, document, cursor.at).flatMap((shape) => [shape, ...(shape.anyOf ?? [])])
  const found = new Map<unknown, string>()
  for (const { const: only, enum: several = [], type, description = '' } of declared) {
    if (only !== undefined && !found.has(only)) found.set(only, description)
    for (const word of several) found.set(word, meaningIn(description, String(word)) ?? description)
    if (type === 'boolean') for (const word of [true, false]) found.set(word, description)
  }
  return Array.from(found, ([word, meaning]) => ({
    label: String(word),
    kind: 'word' as const,
    about: COMPLETION.meaning(meaning),
    ...valueEdit(word, site),
  }))
}

/** Inside quotes, inserts the text; elsewhere its JSON. Values that are not text replace the quotes as well. */
function valueEdit(
  value: unknown,
  { text, cursor }: Pick<Site, 'text' | 'cursor'>,
): Pick<Completion, 'edit'> {
  const { from, to, quotes } = cursor
  const json = JSON.stringify(value)
  if (!quotes) return { edit: { from, to, text: json + commaAfter(text, to) } }
  const end = quotes.isClosed ? to + 1 : to
  if (typeof value !== 'string') return { edit: { from: from - 1, to: end, text: json } }
  if (quotes.isClosed) return { edit: { from, to, text: json.slice(1, -1) } }
  return { edit: { from, to, text: json.slice(1) + commaAfter(text, to) } }
}

function colonAfter(text: string, offset: number): boolean {
  return /^\s*:/.test(text.slice(offset, offset + BLANKS))
}

/** A comma, if something follows. */
function commaAfter(text: string, offset: number): string {
  return /^\s*["{[]/.test(text.slice(offset, offset + BLANKS)) ? ',' : ''
}

/** Texts without a translation into a language, in the order of the document; empty for the document's own language. `begun`, the key
 *  being written, hides none. The document may be incomplete. */
function textsToSay(document: unknown, language: string, begun: Path[number] | undefined): string[] {
  const languages = record(valueAt(document, ['ui_config', 'languages']))
  if (language === (languages['default'] ?? 'en')) return []
  const { [String(begun)]: _, ...words } = record(languages[language])
  const config = { ...record(valueAt(document, ['ui_config'])), languages: { [language]: words } }
  const flow = { ...record(document), ui_config: config } as unknown as Flow
  return textsWithout(flow, language as Language).map(({ text }) => text)
}
