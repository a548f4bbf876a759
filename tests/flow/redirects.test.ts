import { expect, test } from 'vitest'
import type { Redirect } from '../../schemas/elements/element.ts'
import { FATES, type Fate } from '../../src/flow/outcome.ts'
import { redirectLink } from '../../src/flow/redirects.ts'

/** Tests of the visitor's data that an end passes on to another page. */

const PAGE = 'https://partners.example/start'
const FIELDS = { state: 'TX', phone: '(512) 474-2368', injuries: ['neck', 'back'], city: '' }

interface Visitor {
  fields?: Record<string, string | string[]>
  fates?: [string, Fate][]
  notSold?: 'gpc' | 'do_not_sell' | null
}

function linkOf(query: string, given: Partial<Redirect> = {}, visitor: Visitor = {}): string {
  const { fields = FIELDS, fates = [], notSold = null } = visitor
  const link = redirectLink(
    { link: PAGE + query, text: 'Go', ...given },
    { fields, fates: new Map(fates), notSold },
  )
  return link!.replace(PAGE, '')
}

test.each([
  ['?state={{field:state}}', '?state=TX'],
  ['?a=1&state={{ field:state }}&b', '?a=1&state=TX&b='],
  ['?where=US-{{field:state}}-{{field:state}}', '?where=US-TX-TX'],
  ['?hurt={{field:injuries}}', '?hurt=neck%2C%20back'],
  ['?state={{field:state}}#top', '?state=TX#top'],
  ['?a=1&a=2', '?a=1&a=2'],
  ['?a=&b=2', '?a=&b=2'],
  ['', ''],
])('%s becomes %s', (query, link) => {
  expect(linkOf(query)).toBe(link)
})

test.each(['?at={{field:county}}', '?at={{field:city}}', '?at={{field:constructor}}'])(
  'leaves out a parameter without an answer: %s',
  (query) => {
    expect(linkOf(`${query}&a=1`)).toBe('?a=1')
  },
)

test.each(['a&b=c', '#x', '../x', 'é+ %', '{{field:phone}}', '"><script>', '\ud800'])(
  'an answer %j stays one query value and isn’t parsed again',
  (answer) => {
    const url = new URL(
      PAGE + linkOf('?state={{field:state}}&end=1', {}, { fields: { ...FIELDS, state: answer } }),
    )
    expect([...url.searchParams]).toEqual([
      ['state', answer.toWellFormed()],
      ['end', '1'],
    ])
    expect([url.pathname, url.hash]).toEqual(['/start', ''])
  },
)

test.each<[Fate, boolean]>(FATES.map((fate) => [fate, fate === 'accepted']))(
  'personal answers, if the buyer’s lead is %s: passed on %s',
  (fate, isPassedOn) => {
    const given = { buyer: 'acme', personal: ['phone'] }
    const link = linkOf('?phone={{field:phone}}&state={{field:state}}', given, { fates: [['acme', fate]] })
    expect(link.includes('phone')).toBe(isPassedOn)
    expect(link).toContain('state=TX')
  },
)

test('personal fields go only to the named buyer that has the lead', () => {
  const visitor: Visitor = { fates: [['other', 'accepted']] }
  expect(linkOf('?phone={{field:phone}}', { buyer: 'acme', personal: ['phone'] }, visitor)).toBe('')
  expect(linkOf('?phone={{field:phone}}', { personal: ['phone'] }, visitor)).toBe('')
})

test.each(['gpc', 'do_not_sell'] as const)(
  'passes on no answer of a visitor who isn’t sold: %s',
  (notSold) => {
    const given = { buyer: 'acme', personal: ['phone'] }
    const query = '?from=claims&phone={{field:phone}}&state={{field:state}}'
    expect(linkOf(query, given, { fates: [['acme', 'accepted']], notSold })).toBe('?from=claims')
  },
)

test('has no address to fill without one of its own', () => {
  const visitor = { fields: FIELDS, fates: new Map<string, Fate>([['acme', 'accepted']]), notSold: null }
  expect(redirectLink({ text: 'Go', buyer: 'acme' }, visitor)).toBeNull()
})
