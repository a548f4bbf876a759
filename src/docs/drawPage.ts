import { posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import type { DocsPage, DocsSection } from '../server/docs/builtDocs.ts'
import { ADDRESSES, linked, titleOf } from './contents.ts'
import { drawBoxes } from './drawBoxes.ts'

/** A page as HTML, and the pictures that it shows: their files, by the names under which they are served. */
export interface DrawnPage extends Omit<DocsPage, 'chapter'> {
  pictures: Map<string, string>
}

/** Draws the Markdown file `source`. Headings get the anchors that GitHub gives them, links lead to the pages' addresses, and what isn't a
 *  page is named without a link. `<!-- search: words -->` adds words that its section is found by. Throws if the file has no heading, or
 *  if a drawing has a line that it can't draw. */
export function drawPage(source: string, text: string): DrawnPage {
  const pictures = new Map<string, string>()
  const slug = slugs()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const words = plain(html)
        const id = slug(words)
        if (depth === 1) return `<h1>${titleOf(source) ?? html}</h1>\n`
        const label = escape(`Link to “${unescape(words)}”`)
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const to = addressOf(source, href)
        return to === null ? html : `<a href="${escape(to)}">${html}</a>`
      },
      image({ href, text }) {
        const { file } = linked(source, href)!
        const name = file.replaceAll('/', '-')
        pictures.set(name, file)
        return `<img src="/docs/files/${name}" alt="${escape(text)}" loading="lazy">`
      },
      code({ text, lang }) {
        if (lang === 'mermaid') return drawBoxes(text)
        return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n')
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
      html: ({ text }) => text.replace(/<!--[\s\S]*?-->\s*/g, ''),
    },
  })
  const tokens = marked.lexer(text)
  const sections: DocsSection[] = []
  let html = ''
  for (const part of bySection(tokens)) {
    const drawn = marked.parser(part)
    html += drawn
    const [heading, ...rest] = part
    if (heading?.type !== 'heading') continue
    const [, id = ''] = /^<h\d id="([^"]*)"/.exec(drawn) ?? []
    const body = drawn.replace(/^<h\d.*\n/, '')
    sections.push({
      anchor: id,
      depth: (heading as Tokens.Heading).depth,
      title: unescape(plain(drawn.split('\n', 1)[0]!.replace(/<a class="anchor".*?<\/a>/, ''))).trim(),
      words: rest.flatMap(({ raw }) => Array.from(raw.matchAll(SEARCH), ([, words]) => words!)).join(' '),
      text: unescape(plain(body)).replace(/\s+/g, ' ').trim(),
    })
  }
  const [first] = sections
  if (!first) throw new Error(`${source} has no heading.`)
  return { address: ADDRESSES.get(source)!, title: first.title, html, sections, pictures }
}

const SEARCH = /<!-- search: (.*?) -->/g

/** Address on the server of a link; null if what it leads to isn't there. */
function addressOf(source: string, href: string): string | null {
  const to = linked(source, href)
  if (!to) return href
  if (href.startsWith('#')) return href
  const address = ADDRESSES.get(to.file) ?? ADDRESSES.get(posix.join(to.file, 'README.md'))
  if (address === undefined) return null
  return to.anchor === '' ? address : `${address}#${to.anchor}`
}

/** Tokens from each heading to the next. */
function bySection(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = []
  for (const token of tokens) {
    if (token.type === 'heading' || parts.length === 0) parts.push([])
    parts.at(-1)!.push(token)
  }
  return parts
}

/** Makes anchors as GitHub does: in lower case, without punctuation, and numbered where they repeat. */
export function slugs(): (words: string) => string {
  const used = new Map<string, number>()
  return (words) => {
    const base = unescape(words)
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-')
    const times = used.get(base) ?? 0
    used.set(base, times + 1)
    return times === 0 ? base : `${base}-${times}`
  }
}

function plain(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ')
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
