import { globSync, readFileSync } from 'node:fs'
import { expect, describe, test } from 'vitest'
import { styleProblems } from '../../../src/server/document/style.ts'

const told = (css: string) =>
  styleProblems(css, 'site.css').map(
    ({ line, column, code, weight }) => `${line}:${column} ${weight} ${code}`,
  )

test('finds nothing wrong with our own stylesheets, nor with any of the demo sites', () => {
  const files = globSync(['fixtures/{sites/*,legal,broken}/*.css', 'src/{visitor,stats}/**/*.css'])
  expect(files.length).toBeGreaterThan(8)
  for (const file of files) expect([file, told(readFileSync(file, 'utf8'))]).toEqual([file, []])
})

describe('says where a stylesheet is wrong, and what stops a publish', () => {
  test.each<[string, string]>([
    ['a {\n  color: red', '1:1 error style_syntax'],
    ['a { color red; }', '1:5 error style_syntax'],
    ['} a {}', '1:1 error style_syntax'],
    ['a {}\n/* never closed', '2:1 error style_syntax'],
    ['a {\n  colr: red;\n}', '2:3 error style_misspelt'],
    ['a { sparkle: 1 }', '1:5 warning style_unknown'],
    ['@sparkle a;', '1:1 warning style_unknown'],
    ['a { color: reddish }', '1:12 warning style_value'],
    ['a { background: url(https://x.example/a.png) }', '1:17 error style_foreign'],
    [':root { --sky: url("//x.example/a.png") }', '1:16 error style_foreign'],
    ['@import "https://x.example/a.css";', '1:1 error style_foreign'],
    ['a { background: image-set("https://x.example/a.png" 1x) }', '1:17 error style_foreign'],
    ['@font-face { font-family: X; src: url(http://x.example/f.woff) }', '1:35 error style_foreign'],
  ])('%s: %s', (css, expected) => {
    expect(told(css)).toEqual([expected])
  })
})

describe('takes what browsers take', () => {
  test.each([
    ':root { --anything: { at: all } }',
    'a { color: var(--ink); margin: calc(1rem + env(safe-area-inset-bottom)) }',
    'a { background: url(data:image/png;base64,AA), url(sky.png), url("#mark") }',
    '.a { &:hover { color: red } .b & { color: blue } }',
    '@layer a { b { color: red } } @container (width > 3px) { b { color: red } }',
    '@property --x { syntax: "*"; inherits: false }',
    'a { -webkit-something: 1; text-wrap: balance; field-sizing: content; anchor-name: --a }',
    'a { color: color-mix(in oklch, red, blue 30%); inset-inline: 0; scroll-timeline: --t }',
  ])('%s', (css) => {
    expect(told(css)).toEqual([])
  })
})

describe('finds a consent that could not be read', () => {
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
  ])('%s', (css) => {
    expect(told(css).map((problem) => problem.split(' ')[2])).toEqual(['hidden_consent'])
  })

  test.each([
    '.masthead { display: none }',
    '.card p { display: none }',
    '.consent::before { display: none }',
    '@media print { .consent { display: none } }',
    '@keyframes fade { from { opacity: 0 } }',
    '.consent { line-height: 1.5; width: 100%; max-height: 12rem; overflow: auto; margin: -8px 0 }',
  ])('and nothing in %s', (css) => {
    expect(told(css)).toEqual([])
  })
})
