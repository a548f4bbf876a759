import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FlowDocument, Site } from '../../../schemas/flow/flow.ts'
import type { Languages } from '../../../schemas/flow/translations.ts'
import { problemsOf } from '../../../src/author/problemsOf.ts'
import { lettersOf } from '../../../src/author/site/fontLetters.ts'
import { cmapOf, woff2Of } from '../../fixtures/woff2.ts'

const FOLDER = 'fixtures/broken'
const FLOW = JSON.parse(readFileSync(`${FOLDER}/file_missing.json`, 'utf8')) as FlowDocument
const ASCII = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('')

/** Problems of a site with these files beside its flow. */
function problemsIn(site: Partial<Site>, files: Record<string, Buffer | string>) {
  return located(site, files).map(({ code, at, weight }) => `${weight} ${code} ${at.slice(2).join('/')}`)
}

function located(site: Partial<Site>, files: Record<string, Buffer | string>, languages?: Languages) {
  const { logo: _, ...rest } = FLOW.ui_config.site
  const spoken = languages && { languages }
  const flow = { ...FLOW, ui_config: { ...FLOW.ui_config, ...spoken, site: { ...rest, ...site } } }
  const beside = (name: string) =>
    name in files
      ? Buffer.from(files[name]!)
      : /^(claims\.css|favicon|icon)/.test(name)
        ? readFileSync(`${FOLDER}/${name}`)
        : null
  return problemsOf(JSON.stringify(flow), beside)
}

const font = (letters: string, format: 4 | 12 = 4) => woff2Of([['cmap', cmapOf(letters, format)]])

describe('a font', () => {
  const site: Partial<Site> = {
    promise: 'Ça coûte 0 €',
    theme: { headline: "'Own One', serif", fonts: [{ family: 'Own One', file: 'own.woff2' }] },
  }

  test.each([4, 12] as const)('with all letters has no problem (cmap of format %d)', (format) =>
    expect(problemsIn(site, { 'own.woff2': font(`${ASCII}Çû€`, format) })).toEqual([]),
  )

  test('that lacks letters of a text is reported, because visitors would see another font', () =>
    expect(problemsIn(site, { 'own.woff2': font(ASCII) })).toEqual(['warning font_lacks theme/fonts/0/file']))

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['only its first bytes', font(ASCII).subarray(0, 60)],
    ['no list of letters', woff2Of([['head', Buffer.alloc(54)]])],
    ['another kind', Buffer.from('OTTO and so on')],
  ])('that contains %s is broken', (_, bytes) =>
    expect(problemsIn(site, { 'own.woff2': bytes })).toEqual(['error file_broken theme/fonts/0/file']),
  )

  test('can be checked for every letter', () => {
    const has = lettersOf(
      woff2Of([
        ['zzzz', Buffer.alloc(300)],
        ['cmap', cmapOf('ab€', 4)],
      ]),
    )!
    expect(['a', 'b', 'c', '€', '😀'].map((letter) => has(letter.codePointAt(0)!))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ])
  })
})

describe('a picture for shared links', () => {
  const site: Partial<Site> = { share: { description: 'Look', picture: 'share.png' } }
  const png = (width: number, height: number) => {
    const header = Buffer.alloc(24)
    header.write('89504e470d0a1a0a', 'hex')
    header.writeUInt32BE(width, 16)
    header.writeUInt32BE(height, 20)
    return header
  }

  test('is reported if it’s too small', () => {
    expect(problemsIn(site, { 'share.png': png(1200, 630) })).toEqual([])
    expect(problemsIn(site, { 'share.png': png(1200, 200) })).toEqual(['error picture_small share/picture'])
    expect(problemsIn(site, { 'share.png': 'GIF89a' })).toEqual(['error file_broken share/picture'])
    expect(problemsIn(site, { 'share.png': Buffer.alloc(1024 * 1024 + 1) })).toEqual([
      'error file_too_large share/picture',
    ])
    expect(problemsIn(site, {})).toEqual(['error file_missing share/picture'])
  })
})

describe('a legal text of the site’s own', () => {
  const linked = (document: string): Partial<Site> => ({
    footer: [{ text: 'Own', document, file: 'own.html' }],
  })

  test.each<[string, string, string[]]>([
    ['privacy-policy', '<h2>Hello</h2> {{site}} {{contact}} {{form}}', []],
    ['imprint', '<dl class="lead"><dt id="us">{{product}}</dt><dd><a href="#us">Us</a></dd></dl>', []],
    ['privacy-policy', '<p>{{site}}</p>', ['error form_missing footer/0/file']],
    ['imprint', '{{form}}', ['error unknown_placeholder footer/0/file']],
    ['imprint', '{{site}', ['error unknown_placeholder footer/0/file']],
    ['imprint', '<script src="https://x.example/a.js"></script>', ['error unsafe_html footer/0/file']],
    ['imprint', '<p style="color: red">Red</p>', ['error unsafe_html footer/0/file']],
    ['imprint', '<p>Not closed', ['error unsafe_html footer/0/file']],
    ['imprint', '<a href="{{site}}">Us</a>', ['error unsafe_placeholder footer/0/file']],
  ])('for %s that says %s', (document, text, expected) =>
    expect(problemsIn(linked(document), { 'own.html': text })).toEqual(expected),
  )

  test.each<[string, string]>([
    ['{{site}}\n  <p>Hello {{site</p>', '2:12'],
    ['{{form}}', '1:1'],
    ['<p>{{site}}</p>\n<p>{{ from }}</p>', '2:4'],
    ['<p>Hello</p>\n\n <p onclick="go()">x</p>', '3:2'],
    ['<p>Hello\n<b>you</b>', '1:1'],
    ['<p>Hello</p>\n5 < 6', '2:3'],
    ['<p>Hello</p>\n<a href="http://x.example">x</a>', '2:1'],
    ['<p>Hello</p>\n<a href="{{site}}">x</a>', '2:1'],
  ])('has its mistake located in its own file: %j at %s', (text, place) => {
    const found = located(linked('imprint'), { 'own.html': text })
    expect(found.map(({ file, line, column }) => `${file} ${line}:${column}`)).toEqual([`own.html ${place}`])
  })

  test('needs a counterpart in a site’s second language, whose mistakes are found as well', () => {
    const bilingual = { footer: [{ text: 'Own', document: 'imprint', file: 'own.html' }] }
    const found = (es: Record<string, string>, texts: Record<string, string>) =>
      located(bilingual, texts, { default: 'en', es })
        .filter(({ code }) => code !== 'words_missing')
        .map(({ code, file, line, at }) => [code, file, line, at.at(-1)])
    const texts = { 'own.html': '<p>Hello</p>', 'propio.html': '<p>Hola</p>' }
    expect(found({ 'own.html': 'propio.html' }, texts)).toEqual([])
    expect(found({ 'own.html': 'own.html' }, texts)).toEqual([])
    expect(found({}, texts)).toEqual([['document_in_one_language', undefined, 1, 'file']])
    expect(found({ 'own.html': 'propio.html' }, { 'own.html': '<p>Hello</p>' })).toEqual([
      ['file_missing', undefined, 1, 'own.html'],
    ])
    const unsafe = { ...texts, 'propio.html': '<p>Hola</p>\n<script></script>' }
    expect(found({ 'own.html': 'propio.html' }, unsafe)).toEqual([['unsafe_html', 'propio.html', 2, 'file']])
  })

  test('doesn’t have to exist, because the product comes with default documents', () =>
    expect(problemsIn({ footer: [{ text: 'Own', document: 'imprint' }] }, {})).toEqual([
      'error unknown_document footer/0/document',
    ]))
})

test('a logo has the format of its file extension', () => {
  const logo = { file: 'logo.webp', width: 120, height: 28 }
  expect(problemsIn({ logo }, { 'logo.webp': 'RIFF\0\0\0\0WEBPVP8 ' })).toEqual([])
  expect(problemsIn({ logo }, { 'logo.webp': '<svg></svg>' })).toEqual(['error file_broken logo/file'])
})
