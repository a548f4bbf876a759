import sanitizeHtml, { type IOptions } from 'sanitize-html'
import type { Problem } from '../../../schemas/author/problem.ts'
import { htmlOf, type ValidParts } from './validParts.ts'
import { landingParts } from './landingParts.ts'
import { DOCUMENT_PROBLEMS } from './documentProblems.ts'

/** Checks html blocks for more than text, its structure and links. Those are refused, never cleaned: authors should see what visitors
 *  will see, and accepted html goes on the page unchanged. */
export function checkMarkup({ steps, site }: ValidParts): Problem[] {
  return [...steps.flatMap(({ leaves }) => leaves), ...landingParts({ site })]
    .flatMap(htmlOf)
    .flatMap(({ at, value: html }): Problem[] => {
      const refused = refusedIn(html)
      if (refused === undefined) return misplaced(html, at)
      return [
        {
          code: 'unsafe_html',
          at,
          ...DOCUMENT_PROBLEMS.unsafeHtml(refused.what, TAGS.join(', ')),
        },
      ]
    })
}

/** Placeholders inside a tag: a visitor's input would become part of the page's structure. */
function misplaced(html: string, at: Problem['at']): Problem[] {
  const tag = placeholderInTag(html)
  if (tag === undefined) return []
  return [
    {
      code: 'unsafe_placeholder',
      at,
      ...DOCUMENT_PROBLEMS.unsafePlaceholder(tag.what),
    },
  ]
}

/** A part of a text that is not allowed, described or as written, with the index of its first character. */
export interface Refused {
  what: string
  index: number
}

/** The first tag with a placeholder in it. */
export function placeholderInTag(html: string): Refused | undefined {
  for (const { 0: what, index } of html.matchAll(TAG)) if (what.includes('{{')) return { what, index }
  return undefined
}

/** The first thing in a text block that is not allowed. */
export function refusedIn(html: string, markup: Markup = BLOCK): Refused | undefined {
  return unclear(html) ?? unbalanced(html, markup) ?? unfitTag(html, markup)
}

/** Tags and attributes that a text may contain. */
interface Markup {
  tags: string[]
  /** Attributes by tag; `*` means all. */
  attributes: Record<string, string[]>
}

const TAGS = 'p br strong em b i u small sup mark h2 h3 h4 ul ol li a'.split(' ')
const ATTRIBUTES: Record<string, string[]> = { a: ['href', 'target', 'rel'] }
const BLOCK: Markup = { tags: TAGS, attributes: ATTRIBUTES }
/** Markup of a document, which also has lists of terms and targets for its own links. */
export const LEGAL_MARKUP: Markup = {
  tags: [...TAGS, 'dl', 'dt', 'dd', 'address'],
  attributes: { ...ATTRIBUTES, '*': ['id', 'class'] },
}
const SCHEMES = ['https', 'mailto', 'tel']
/** Markup of a text block, as options for the library that strips everything else. */
export const BLOCK_MARKUP: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: SCHEMES,
}

/** A complete tag with every attribute in quotes, which all parsers read alike, even in the middle of a page. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+=(?:"[^"<>]*"|'[^'<>]*'))*)\s*\/?>/gi

function unclear(html: string): Refused | undefined {
  const index = html.replace(TAG, (tag) => ' '.repeat(tag.length)).indexOf('<')
  return index < 0 ? undefined : { what: DOCUMENT_PROBLEMS.openTag, index }
}

/** The first unbalanced tag: an unclosed element would contain the rest of the page; an extra closing tag would end the page's own
 *  element. */
function unbalanced(html: string, { tags }: Markup): Refused | undefined {
  const open: { name: string; index: number }[] = []
  for (const { 0: tag, 1: closing, 2: word = '', index } of html.matchAll(TAG)) {
    const name = word.toLowerCase()
    if (!tags.includes(name)) return { what: `<${name}>`, index }
    if (closing && open.pop()?.name !== name) return { what: DOCUMENT_PROBLEMS.closesNothing(tag), index }
    if (!closing && name !== 'br') open.push({ name, index })
  }
  const last = open.at(-1)
  return last && { what: DOCUMENT_PROBLEMS.tagOpen(last.name), index: last.index }
}

const EVERYTHING: IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowedSchemesAppliedToAttributes: [],
  allowVulnerableTags: true,
}

/** The whole text is checked; the first tag that is refused on its own gives the position. */
function unfitTag(html: string, markup: Markup): Refused | undefined {
  const what = beyondPolicy(html, markup)
  if (what === undefined) return undefined
  for (const { 0: tag, index } of html.matchAll(TAG))
    if (beyondPolicy(tag, markup) !== undefined) return { what, index }
  return { what, index: 0 }
}

function beyondPolicy(html: string, { tags, attributes }: Markup): string | undefined {
  const known = (tag: string, name: string) =>
    [tag, '*'].some((of) => Object.hasOwn(attributes, of) && attributes[of]!.includes(name))
  const refused: string[] = []
  const loose = sanitizeHtml(html, {
    ...EVERYTHING,
    transformTags: {
      '*': (tagName, attribs) => {
        for (const name of Object.keys(attribs))
          if (!known(tagName, name)) refused.push(DOCUMENT_PROBLEMS.attribute(name))
        return { tagName, attribs }
      },
    },
  })
  const strict = sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: attributes,
    allowedSchemes: SCHEMES,
  })
  return refused[0] ?? (strict === loose ? undefined : DOCUMENT_PROBLEMS.otherAddress)
}
