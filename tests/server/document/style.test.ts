import { globSync, readFileSync } from 'node:fs'
import { expect, describe, test } from 'vitest'
import { styleProblems } from '../../../src/author/document/style.ts'

const problemsIn = (css: string) =>
  styleProblems(css, 'site.css').map(
    ({ line, column, code, weight }) => `${line}:${column} ${weight} ${code}`,
  )

test('finds no problem in our own stylesheets or those of the demo sites', () => {
  const files = globSync(['fixtures/{sites/*,legal,broken}/*.css', 'src/{visitor,stats}/**/*.css'])
  expect(files.length).toBeGreaterThan(8)
  for (const file of files) expect([file, problemsIn(readFileSync(file, 'utf8'))]).toEqual([file, []])
})

describe('locates mistakes in a stylesheet, and marks those that stop a publish', () => {
  test.each<[string, string]>([
    ['b {\n  color: red', '1:1 error style_syntax'],
    ['b { color red; }', '1:5 error style_syntax'],
    ['} b {}', '1:1 error style_syntax'],
    ['b {}\n/* never closed', '2:1 error style_syntax'],
    ['b {\n  colr: red;\n}', '2:3 error style_misspelt'],
    ['b { sparkle: 1 }', '1:5 warning style_unknown'],
    ['@sparkle a;', '1:1 warning style_unknown'],
    ['b { color: reddish }', '1:12 warning style_value'],
    [':root { --sky: url("//x.example/a.png") }', '1:16 error style_foreign'],
    ['@import "https://x.example/a.css";', '1:1 error style_foreign'],
    ['b { background: url(https://x.example/a.png) }', '1:17 error style_foreign'],
    ['b { background: url("/\\\\x.example/a.png") }', '1:17 error style_foreign'],
    ['b { background: url(sky.png) }', '1:17 warning style_not_loaded'],
    ['@import "colors.css";', '1:1 warning style_not_loaded'],
    ['@font-face { font-family: X; src: url(data:font/woff2,A) }', '1:35 warning style_not_loaded'],
    ['b { .b {\n  colr: red } }', '2:3 error style_misspelt'],
    ['b {} @medai print { b { color: red } }', '1:6 error style_misspelt'],
    ['@media (width > 3px) .b { color: red }', '1:1 error style_syntax'],
    ['@font-face { font-famly: X }', '1:14 error style_misspelt'],
    ['.a,, .b { color: red }', '1:1 error style_syntax'],
    ['.a > { color: red }', '1:1 error style_syntax'],
    ['b { "color": red }', '1:14 error style_syntax'],
    ['{ color: red }', '1:1 error style_syntax'],
    ['b { color: red !importnat }', '1:12 warning style_value'],
    ['b { .b { background: url(//x.example/a.png) } }', '1:22 error style_foreign'],
    ['b { background: image-set("data:," 1x, "//x.example/a.png" 2x) }', '1:40 error style_foreign'],
    [
      ':root { --sky: "//x.example/a" } b { background: image-set(var(--sky) 1x) }',
      '1:16 error style_foreign',
    ],
    ['b { background: image-set("https://x.example/a.png" 1x) }', '1:27 error style_foreign'],
    ['@font-face { font-family: X; src: url(http://x.example/f.woff) }', '1:35 error style_foreign'],
  ])('%s: %s', (css, expected) => {
    expect(problemsIn(css)).toEqual([expected])
  })

  test('reads an address written with escapes', () => {
    expect(problemsIn('b { --sky: u\\72l(//x.example/a.png) }')).toEqual(['1:12 error style_foreign'])
  })

  test('reports an unreadable part once, without the mistakes that follow from it', () => {
    expect(styleProblems('.consent { display: none; colr: red\n', 'site.css')).toEqual([
      expect.objectContaining({
        line: 1,
        column: 1,
        message: 'The stylesheet has a syntax error here. This { isn’t closed.',
      }),
    ])
  })
})

describe('accepts what browsers accept', () => {
  test.each([
    ':root { --anything: { at: all } }',
    'b { color: var(--ink); margin: calc(1rem + env(safe-area-inset-bottom)) }',
    'b { background: url(data:image/png;base64,AA), url(/sky.png), url("#mark") }',
    '@namespace url(http://www.w3.org/2000/svg); @supports (background: url(//x.example)) { b { color: red } }',
    'b { *zoom: 1; color: red;; content: "https://x.example" }',
    '.b { &:hover { color: red } .b & { color: blue } }',
    '@layer a { b { color: red } } @container (width > 3px) { b { color: red } }',
    '@property --x { syntax: "*"; inherits: false }',
    'b { -webkit-something: 1; text-wrap: balance; field-sizing: content; anchor-name: --a }',
    'b { color: color-mix(in oklch, red, blue 30%); inset-inline: 0; scroll-timeline: --t }',
  ])('%s', (css) => {
    expect(problemsIn(css)).toEqual([])
  })
})

describe('finds an illegible consent', () => {
  test.each([
    '.consent { display: none }',
    '.consent p { font-size: 1px }',
    '.consent { font: 400 .4rem/1 serif }',
    '.consent { opacity: 20% }',
    '.consent { color: #fff; background: #fff }',
    '.consent { color: rgb(0 0 0 / 10%) }',
    '.consent { clip-path: inset(100%) }',
    '.consent { position: absolute; left: -9999px }',
    '.consent { height: 1px; overflow: hidden }',
    '.consent { transform: scale(0) }',
    '[data-tf-element-role] { visibility: hidden }',
    '[class*="consent"] { max-height: 0 }',
    '.step > .elements .consent { display: none !important }',
    ':is(.banner, .consent) { display: none }',
    'div:has(.consent) { display: none }',
    'p { display: none }',
    '@media (width > 1px) { .consent label { text-indent: -999em } }',
    '@media print, screen { .consent { display: none } }',
    '.step { .consent { display: none } }',
    '.stage { & p { @media (width > 1px) { opacity: 0 } } }',
    '@layer a { @supports (display: grid) { .consent { visibility: hidden } } }',
    '.con\\73 ent { display: none }',
    '[class^="con"] { display: none }',
    '#root .consent, .foot { display: none }',
    '[data-step="a/b"] .consent { display: none }',
    'div:not(.consent) { display: none }',
    ':root { --gone: none } .consent { display: var(--gone) }',
    '.consent { font-size: clamp(1px, 1vw, 3px) }',
    '.consent { left: calc(-1 * 9999px) }',
    '.consent { margin: 0 0 0 -5000px }',
    '.consent { position: absolute; top: 9999px }',
    '.consent { z-index: -1 }',
    '.consent { inline-size: 0 }',
    '.consent { max-height: 20px; overflow: hidden }',
    '.consent p { -webkit-line-clamp: 1 }',
    '.consent { transform: rotateY(90deg) }',
    '.consent { scale: .01 }',
    '.consent { letter-spacing: -1em }',
    '.consent { color: color-mix(in srgb, black 5%, transparent) }',
    '.consent { animation: gone 1s forwards } @keyframes gone { to { opacity: 0 } }',
    '.consent { color: white; background: #ffffff }',
    '.consent { background: currentcolor }',
    '.consent p { color: #fff } .consent { background: rgb(255, 255, 255) }',
    ':root { --muted: #fff; --page: #fff }',
    '@media (prefers-color-scheme: dark) { :root { --page: #111; --muted: var(--page) } }',
    '.consent { --ink: var(--page); color: var(--ink) }',
    '.consent { filter: opacity(0) }',
    '.consent { mask-image: linear-gradient(transparent, transparent) }',
    '.consent p { -webkit-mask: linear-gradient(#000 10%, transparent 20%) }',
    '.consent { font-size-adjust: 0 }',
    '.consent { font-size-adjust: ex-height .1 }',
    '.consent { contain: strict }',
    '.consent { contain: size; overflow: hidden }',
    ".consent::after { content: ''; position: absolute; inset: 0; background: #fff }",
    ".step::before { content: ''; position: fixed; width: 100vw; height: 100vh; background: var(--page) }",
    ".consent { &:after { content: '.'; position: absolute; top: 0; right: 0; bottom: 0; left: 0; background: navy } }",
    // Whatever isn't on the list could hide it.
    '.consent { float-defer: last }',
    '.consent { direction: rtl; unicode-bidi: bidi-override }',
    '.consent { white-space: nowrap }',
    '.consent { text-decoration: line-through 2em }',
    '.consent { -webkit-text-security: disc }',
    '.consent { outline: 300px solid #fff; outline-offset: -300px }',
    '.consent { outline-offset: -9px }',
    '.consent { background: linear-gradient(#333, #333) }',
    '.consent { color: color-mix(in srgb, white, white) }',
    '.consent { width: 2000px }',
    '.consent { max-width: 60px }',
    '.consent { padding: 0 0 0 300px }',
    '.consent { border: 200px solid #fff }',
    '.consent { line-height: 0.4 }',
    '.consent { font-size: xx-small }',
    '.consent { font: caption }',
    '.consent { font-size: calc(1rem - 12px) }',
    '.consent { margin: calc(8px * 99) }',
    '.consent { padding: 1sparkle }',
    '.consent { overflow: hidden }',
    '.consent { height: 90px }',
    '.step { height: 400px }',
    'main { max-height: 90vh }',
    'section:is(.consent) { overflow: hidden }',
    '.consent { transform: rotate(2deg) }',
    '.consent { contain: size }',
    '.consent { min-width: 900px }',
    '.consent { text-wrap: nowrap }',
    '.consent { position: fixed }',
    '.consent { padding: var(--é) }',
    '.consent { animation: fade 1s paused } @keyframes fade { from { opacity: 0 } }',
    '.elements { overflow: hidden }',
    ':focus-within { overflow: hidden }',
    '.consent p { color: #777; background: #888 }',
    '.card { --gone: block } :root { --gone: none } .consent { display: var(--gone) }',
    ':root { --gone: none } .card { --gone: block } .consent { display: var(--gone) }',
    ':root { --a: var(--b); --b: var(--a) } .consent { padding: var(--a) }',
    ':root { --a: 300px } .consent { padding: var(--b, var(--a)) }',
    '.consent { animation: gone 1s } @keyframes gone { 100% { visibility: hidden } }',
    '.consent { animation: fade 1s infinite } @keyframes fade { from { opacity: 0 } }',
    '.consent { animation: fade 60s } @keyframes fade { from { opacity: 0 } }',
    '.consent { animation: fade 1s .5 forwards } @keyframes fade { from { opacity: 0 } }',
    '.consent { animation: fade 1s reverse forwards } @keyframes fade { from { opacity: 0 } }',
    ".step::before { content: ''; position: absolute; border-top: 300px solid #fff }",
    ".step::after { content: ''; position: sticky; background: linear-gradient(to top, #fff 99%, transparent) }",
    ".consent::after { content: ''; transform: translateY(-100%); box-shadow: 0 0 0 300px #fff }",
  ])('%s', (css) => {
    const codes = problemsIn(css).map((problem) => problem.split(' ')[2])
    expect(codes.filter((code) => !/^style_(unknown|value)$/.test(code!))).toEqual(['hidden_consent'])
  })

  test.each([
    '.masthead { display: none }',
    '.card p { display: none }',
    '.consent::before { display: none }',
    '.consent { mask-image: none; contain: size; height: 20em }',
    '.consent { font-size-adjust: .5 }',
    '.consent { contain: layout paint }',
    ".consent::after { content: ''; position: absolute; inset: 0; background: #fff; z-index: -1 }",
    ".consent::after { content: ''; position: absolute; inset: 0; background: rgb(0 0 0 / 5%) }",
    ".consent::before { content: '*'; background: #fff }",
    ".card::after { content: ''; position: absolute; inset: 0; background: #fff }",
    '@media print { .consent { display: none } }',
    '@media only print { .consent { display: none } }',
    '@keyframes fade { from { opacity: 0 } } .consent { animation: fade 1s }',
    'p:not(.consent p) { display: none }',
    'a:not([href]) { display: none }',
    '.card { .consent { display: none } p { display: none } }',
    '@scope (.card) { p { display: none } }',
    '.step[data-arrives] { opacity: 0 }',
    '.consent { color: #000; background: rgb(0 0 0 / 5%) }',
    ':root { --page: #fff; --muted: #555 } body { background: #fff } .consent { color: #fff; background: #000 }',
    'html { font-size: 62.5% } .consent { font-size: clamp(.8rem, 2vw, 1rem); transform: translateY(2px) }',
    '.consent { line-height: 1.5; width: 100%; max-height: 12rem; overflow: auto; margin: -8px 0 }',
    '.consent { font: italic 600 14px/1.4 Georgia, serif; text-align: center; letter-spacing: .01em }',
    '.consent { font: large serif; border: 1px solid #123456; border-radius: 50%; outline: 2px solid navy }',
    '.consent { color: navy; background: ivory; padding: calc(8px + .5em) max(16px, 4vw) }',
    '.consent { --gap: 8px; padding: var(--gap) var(--not-ours); transition: color .2s }',
    '.consent { animation: rise 400ms ease-out 1 both } @keyframes rise { from { opacity: 0 } to { opacity: 1 } }',
    'a:hover { text-decoration: underline dotted; opacity: 80% } label { cursor: pointer; display: flex }',
    'body { background: #fff url(/sky.png); overflow-x: hidden } main { width: min(100%, 640px); margin: 0 auto }',
    "[data-design='thanks'] { overflow: hidden } .step:not(.card) { overflow: hidden }",
    'body { color: #eee; background: #fff }',
    '.step { overflow: hidden; padding-right: calc(8px + env(safe-area-inset-right)); min-height: 80vh }',
    ".step::after { content: ''; position: sticky; background: linear-gradient(to top, var(--page), transparent) }",
    ".step::before { content: ''; display: none; position: absolute; background: #fff }",
  ])('and nothing in %s', (css) => {
    expect(problemsIn(css)).toEqual([])
  })
})

test('leaves the colors of a theme to its own check', () => {
  expect(styleProblems('b { color: red }', 'site.css', { light: { muted: '#ffffff' } })).toEqual([])
})

test('accepts a consent with its own color that’s legible on the page and on the flow’s surfaces', () => {
  const beside = (css: string) => styleProblems(css, 'site.css', { light: { surface: '#333333' } })
  expect(beside('@media (prefers-color-scheme: light) { .consent { color: #222222 } }')).toMatchObject([
    { code: 'hidden_consent' },
  ])
})

describe('next to the theme of its flow', () => {
  const beside = (css: string) =>
    styleProblems(css, 'site.css', { light: { muted: '#4a4a4a' }, dark: {} }).map(
      ({ line, column, code, message }) => `${line}:${column} ${code} ${message}`,
    )

  test.each([
    [
      ':root { --accent: #123456 }',
      '1:9 style_theme The stylesheet sets --accent, which belongs in the flow’s theme.',
    ],
    [
      'html, .a { --radius: 2px }',
      '1:12 style_theme The stylesheet sets --radius, which belongs in the flow’s theme.',
    ],
  ])('%s sets what the theme defines', (css, expected) => expect(beside(css)).toEqual([expected]))

  test.each([
    ':root { --scene-height: 20px }',
    '.masthead { --focus: var(--masthead-ink) }',
    '.consent { color: var(--ink) }',
  ])('%s is accepted', (css) => expect(beside(css)).toEqual([]))

  test.each([
    ['.consent { color: var(--surface) }', '1:12'],
    ['.consent { background: #4a4a4a }', '1:12'],
    ['.consent { color: #161616 }', '1:12'],
  ])('%s has a consent in the color of its background', (css, place) =>
    expect(beside(css)).toEqual([expect.stringMatching(`^${place} hidden_consent`)]),
  )
})
