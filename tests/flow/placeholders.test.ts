import fc from 'fast-check'
import { expect, test } from 'vitest'
import { named } from '../../src/flow/named.ts'
import { asMarkup, fillIn, placeholderField, placeholders } from '../../src/flow/placeholders.ts'
import { consent, flow, step } from './flows.ts'

const VALUES: Record<string, string> = { a: 'A', 'field:b': '{{a}}' }
const fill = (text: string) => fillIn(text, (name) => VALUES[name] ?? '')

test.each([
  ['{{a}} and {{ a }}', 'A and A'],
  ['<p>{{a}}</p>', '<p>A</p>'],
  ['{{nothing}}.', '.'],
  ['{a} {{a', '{a} {{a'],
  ['<a href="/x/{{a}}">{{a}}</a>', '<a href="/x/{{a}}">A</a>'],
  ['{{field:b}}', '{{a}}'],
])('%s becomes %s', (text, filled) => {
  expect(fill(text)).toBe(filled)
})

test('the placeholders of a text are those between its tags', () => {
  expect(placeholders('<a title="{{no}}">{{ one }}</a> {{field:two}}')).toEqual(['one', 'field:two'])
  expect(['field:zip', 'field:', 'zip', 'field:<b>'].map(placeholderField)).toEqual([
    'zip',
    undefined,
    undefined,
    undefined,
  ])
})

test('typed text stays text whatever it looks like, a list is joined, and a missing value is empty', () => {
  expect(asMarkup('<b onclick="x">&\'')).toBe('&#60;b onclick=&#34;x&#34;&#62;&#38;&#39;')
  expect([asMarkup(['one', 'two']), asMarkup(undefined)]).toEqual(['one, two', ''])
})

test('no value changes the tags around it', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const html = fillIn('<p class="x">{{field:x}}</p>', () => asMarkup(value))
      expect(html.match(/[<>"]/g)).toEqual(['<', '"', '"', '>', '<', '>'])
    }),
  )
})

test('the product name is filled into the page’s title and consents, and nowhere else', () => {
  const small = (name: string) => {
    const agreed = consent('agreed', `I agree that ${name} may call me.`)
    const steps = { mva: [step('one', [agreed]), step('two', [agreed], { title: '{{product}}' })] }
    return flow(steps, { ui: { title: `${name}: claims` } })
  }
  const written = small('{{product}}')
  expect(named(written, '{{product}} & Co.')).toEqual(small('{{product}} & Co.'))
  expect(written).toEqual(small('{{product}}'))
})
