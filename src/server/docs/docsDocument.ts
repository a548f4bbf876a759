import { DOCS } from './docsWords.ts'
import { escaped } from '../kernel/escaped.ts'
import { operatorMarkup } from '../origins/operatorMarkup.ts'
import type { BuiltDocs, DocsPage } from './builtDocs.ts'
import type { DocsHit } from './searchDocs.ts'

/** Parts that every page of the documentation needs. */
interface Frame {
  docs: BuiltDocs
  productName: string
  style: string
}

/** A page with its table of contents and its neighbors. */
export function pageDocument(frame: Frame, page: DocsPage): string {
  const headings = page.sections.filter(({ depth }) => depth === 2)
  const [title = '', ...rest] = page.html.split(/(?<=<\/h1>\n)/)
  const list = headings.map(({ anchor, title }) => item(`#${anchor}`, title)).join('')
  const contents =
    headings.length < LEAST_HEADINGS || headings.length > MOST_HEADINGS
      ? ''
      : `<div class="on-page"><p>${DOCS.onThisPage}</p><ul>${list}</ul></div>`
  const { pages } = frame.docs
  const index = pages.indexOf(page)
  const [before, after] = [pages[index - 1], pages[index + 1]]
  const more = [
    before ? `<a rel="prev" href="${before.address}">← ${escaped(before.title)}</a>` : '<span></span>',
    after ? `<a rel="next" href="${after.address}">${escaped(after.title)} →</a>` : '',
  ]
  return framed(frame, {
    title: page.title,
    current: page.address,
    main: `${title}${contents}${rest.join('')}<p class="more">${more.join('')}</p>`,
  })
}

/** Fewer headings are seen at a glance. */
const LEAST_HEADINGS = 3
/** A page with more has a list of its own, or its headings are looked up by search. */
const MOST_HEADINGS = 60

/** The results of a search. */
export function searchDocument(frame: Frame, query: string, hits: readonly DocsHit[]): string {
  const found = hits.map(({ page, section }) => {
    const address = section.depth === 1 ? page.address : `${page.address}#${section.anchor}`
    const trail = section.depth === 1 ? page.chapter : `${page.chapter} › ${page.title}`
    return `<li><a href="${escaped(address)}">${escaped(section.title)}</a> <small>${escaped(trail)}</small><p>${excerpt(section.text, query)}</p></li>`
  })
  const sentence = query === '' ? DOCS.typeToSearch : DOCS.found(hits.length, query)
  const list = found.length > 0 ? `<ol class="hits">${found.join('\n')}</ol>` : ''
  return framed(frame, {
    title: DOCS.search,
    query,
    main: `<h1>${DOCS.search}</h1><p>${escaped(sentence)}</p>${list}`,
  })
}

export function notFoundDocument(frame: Frame): string {
  return framed(frame, {
    title: DOCS.notFound,
    main: `<h1>${DOCS.notFound}</h1><p>${DOCS.notFoundHelp}</p>`,
  })
}

/** `main` is markup; the rest is text. */
function framed(
  { docs, productName, style }: Frame,
  { title, current, query = '', main }: { title: string; current?: string; query?: string; main: string },
): string {
  const chapters = [...Map.groupBy(docs.pages, ({ chapter }) => chapter)].map(
    ([chapter, pages]) =>
      `<h2>${escaped(chapter)}</h2><ul>${pages.map((page) => item(page.address, page.title, page.address === current)).join('')}</ul>`,
  )
  return operatorMarkup({
    title: `${title} · ${DOCS.name(productName)}`,
    head: [`<style>${style}</style>`],
    body: `<a class="skip" href="#content">${DOCS.skip}</a>
<header><a href="/docs">${escaped(DOCS.name(productName))}</a>
<form action="/docs/search" role="search"><label class="hidden" for="q">${DOCS.search}</label><input id="q" name="q" type="search" value="${escaped(query)}" maxlength="${LONGEST_QUERY}" placeholder="${DOCS.placeholder}"><button>${DOCS.search}</button></form></header>
<div class="columns"><nav aria-label="${DOCS.contents}"><details><summary>${DOCS.contents}</summary>${chapters.join('\n')}</details></nav>
<main id="content" tabindex="-1">${main}</main></div>`,
  })
}

export const LONGEST_QUERY = 200

function item(href: string, text: string, isCurrent = false): string {
  return `<li><a href="${escaped(href)}"${isCurrent ? ' aria-current="page"' : ''}>${escaped(text)}</a></li>`
}

const EXCERPT_LENGTH = 220

/** The part of a text around the first word of the query, with each of its words marked. */
function excerpt(text: string, query: string): string {
  const words = query.match(/[\p{L}\p{N}_]{3,}/gu) ?? []
  if (words.length === 0) return escaped(text.slice(0, EXCERPT_LENGTH))
  const any = RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  const first = text.search(any)
  const from = first < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', first - EXCERPT_LENGTH / 4) + 1
  const part = text.slice(from, from + EXCERPT_LENGTH)
  const marked = part.replace(any, (word) => `\u0001${word}\u0002`)
  const html = escaped(marked).replaceAll('\u0001', '<mark>').replaceAll('\u0002', '</mark>')
  return `${from > 0 ? '… ' : ''}${html}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`
}
