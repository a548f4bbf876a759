import sanitizeHtml from 'sanitize-html'
import { AT_MOST } from '../../../schemas/kernel/atMost.ts'
import { brokenPlaceholder } from '../../flow/placeholders.ts'
import { BLOCK_MARKUP, placeholderInTag, refusedIn } from '../kernel/markup.ts'

/** Syntax of a format for answers within texts. */
export interface Piping {
  /** Matches a reference to an answer; its first group is the name. */
  pattern: RegExp
  /** Our field of that name; undefined if unknown. */
  fieldOf: (name: string) => string | undefined
}

/** A text as one line without markup. `lost` is true if it repeated an answer, which a line cannot. */
export function lineOf(text: string, { pattern }: Piping): { line: string; lost: boolean } {
  const plain = withoutMarks(plainText(text.slice(0, MOST_READ))).replace(/\s+/g, ' ')
  const without = plain.replace(pattern, GAP)
  const line = withoutBraces(without.replace(RegExp(`[,;]?\\s*${GAP}`, 'g'), ''))
    .replace(NO_WIDTH, '')
    .replace(/\s+/g, ' ')
    .trim()
  return { line, lost: without !== plain }
}

/** Texts are read up to here: no place here accepts even half of it. */
const MOST_READ = 2 * AT_MOST.html

/** Invisible characters. Source: schemas/kernel/shape.ts `VISIBLE`. */
const NO_WIDTH = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** A text block with our placeholders, and nothing that could run or load something. `unknown` lists names of missing answers; `isCut`
 *  is true if markup was removed. */
export interface Block {
  html: string
  unknown: string[]
  isCut: boolean
}

export function cleanHtml(markup: string, piping: Piping): Block {
  const clean = sanitizeHtml(markup.slice(0, MOST_READ), BLOCK_MARKUP)
  const isCut = markup.length > MOST_READ || tagsIn(clean) < tagsIn(markup)
  const { html, unknown } = filled(clean.trim(), piping)
  const isFit = html.length <= AT_MOST.html && refusedIn(html) === undefined && !placeholderInTag(html)
  if (isFit) return { html: /[^\s<>]/.test(plainText(html)) ? html : '', unknown, isCut }
  return { ...paragraphsOf(plainText(markup.slice(0, MOST_READ)), piping), isCut: true }
}

/** Plain text as paragraphs. */
export function paragraphsOf(text: string, piping: Piping): Block {
  const paragraphs = withoutMarks(text.slice(0, AT_MOST.html / 2))
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const html = paragraphs.map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`).join('')
  return { ...filled(html, piping), isCut: false }
}

/** Text between tags, with entities decoded. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const spaced = html.replace(/<(br|\/p|\/li|\/h\d|\/div)\b[^<>]*>/gi, '\n$&')
  return sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => SIGNS[name]!)
    .trim()
}

const SIGNS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
}

/** Removes Markdown for bold, italic, and links. */
function withoutMarks(text: string): string {
  return text
    .replace(/\[([^[\]\n]{1,300})\]\((?:https?|mailto|tel):[^()\s]{1,500}\)/g, '$1')
    .replace(/(?<![\p{L}\p{N}*])\*{1,2}([^*\n]{1,400})\*{1,2}(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_{1,2}([^_\n]{1,400})_{1,2}(?![\p{L}\p{N}_])/gu, '$1')
}

/** A character that no text contains. */
const GAP = '\uE000'

function filled(html: string, { pattern, fieldOf }: Piping): { html: string; unknown: string[] } {
  const unknown: string[] = []
  const fields: string[] = []
  const marked = html.replaceAll(GAP, '').replace(pattern, (_, name: string) => {
    const field = fieldOf(name.trim())
    if (field === undefined) unknown.push(name.trim())
    else fields.push(field)
    return field === undefined ? '' : GAP
  })
  const placed = withoutBraces(marked).replaceAll(GAP, () => `{{field:${fields.shift()}}}`)
  return { html: placed, unknown }
}

/** Removes leftover braces, which a visitor would read. */
function withoutBraces(text: string): string {
  const single = text.replace(/\{\{+|\}\}+/g, (braces) => braces[0]!)
  return brokenPlaceholder(single) ? single.replace(/[{}]/g, '') : single
}

function tagsIn(html: string): number {
  return html.match(/<[a-z]/gi)?.length ?? 0
}
