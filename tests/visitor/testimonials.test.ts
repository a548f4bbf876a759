import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import '../../src/texts/languages/everyLanguage.ts'
import type { ElementOf } from '../../schemas/elements/element.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { begin } from '../../src/flow/journey.ts'
import { inLanguage } from '../../src/flow/languages/inLanguage.ts'
import { looksOf } from '../../src/server/publish/looksOf.ts'
import { App } from '../../src/visitor/page/Funnel.tsx'
import { loadLazyWidgets } from '../../widgets/lazyWidget.tsx'
import { plainFlow } from '../journeys/plainFlow.ts'
import { pageOf } from './page.ts'

beforeAll(loadLazyWidgets)

const QUOTES: ElementOf<'testimonials'> = {
  type: 'container',
  widget: 'testimonials',
  title: 'What people say',
  entries: [
    {
      quote: 'Quick & <easy>.',
      name: 'Maria G.',
      place: 'Houston, Texas',
      rating: 4,
      source: 'From our survey of May 2026',
      picture: { file: 'maria.jpg' },
    },
    { quote: 'They called the next day.', name: 'Bob' },
  ],
}

const flowWith = (...questions: Flow['ui_config']['offers'][string]['steps'][number]['questions']): Flow => ({
  ...plainFlow(
    { name: { label: 'Name?', answers: { value: { backend_field_name: 'name', label: 'Name' } } } },
    [
      {
        name: 'name',
        questions: [
          {
            type: 'input',
            widget: 'text',
            question_key: 'name',
            answer_id: 'value',
            validations: { local: [] },
          },
          { type: 'submit', text: 'Send' },
          ...questions,
        ],
      },
    ],
  ),
  pictures: { 'maria.jpg': { id: 'a'.repeat(32), width: 112, height: 140, widths: [56, 112] } },
})
const FLOW = flowWith(QUOTES)

function markupOf(flow: Flow): string {
  const page = { ...pageOf(), flow }
  const [journey] = begin(page)
  return renderToStaticMarkup(createElement(App, { page: { ...page, journey }, journey }))
}

test('a quote is a figure with its caption, without traces of missing parts', () => {
  const html = markupOf(FLOW)
  expect(html).toContain('<div class="testimonials"><h2>What people say</h2>')
  const [first, second, ...more] = Array.from(html.matchAll(/<figure>.*?<\/figure>/g), String)
  expect(first).toContain(
    '<span class="rating" role="img" aria-label="4 out of 5 stars">★★★★☆</span><blockquote>Quick &amp; &lt;easy&gt;.</blockquote>',
  )
  expect(first).toContain(
    '<span><b>Maria G.</b><span>Houston, Texas</span><small>From our survey of May 2026</small></span></figcaption>',
  )
  expect(second).toBe(
    '<figure><blockquote>They called the next day.</blockquote><figcaption><span><b>Bob</b></span></figcaption></figure>',
  )
  expect(more).toEqual([])
})

test('a face has its size before it loads, loads lazily, and isn’t read out next to its name', () => {
  const [image] = /<img[^>]*aaaa-[^>]*>/.exec(markupOf(FLOW)) ?? []
  expect(image).toContain('width="112" height="140"')
  expect(image).toContain('loading="lazy"')
  expect(image).toContain('sizes="56px"')
  expect(image).toContain('alt=""')
})

test('stars and quotation marks are in the page’s language, and names stay unchanged', () => {
  const said = structuredClone(FLOW)
  said.ui_config.languages = {
    default: 'en',
    es: { 'Quick & <easy>.': 'Rápido y fácil.', 'From our survey of May 2026': 'Traducido del inglés' },
  }
  const html = markupOf(inLanguage(said, 'es'))
  expect(html).toContain('aria-label="4 de 5 estrellas"')
  expect(html).toContain('<blockquote>Rápido y fácil.</blockquote>')
  expect(html).toContain('<b>Maria G.</b><span>Houston, Texas</span><small>Traducido del inglés</small>')
})

test('their styles are published only with sites that have quotes', async () => {
  expect(await looksOf(FLOW)).toContain('.testimonials blockquote')
  expect(await looksOf(flowWith())).not.toContain('testimonials')
  const landed = flowWith()
  landed.ui_config.site.landing = { title: 'Is it yours?', testimonials: { entries: QUOTES.entries } }
  const looks = await looksOf(landed)
  expect([looks.includes('.landing h2'), looks.includes('.testimonials'), looks.includes('.faq')]).toEqual([
    true,
    true,
    false,
  ])
})
