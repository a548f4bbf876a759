import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ElementOf } from '../../schemas/elements/element.ts'
import type { Query } from '../../schemas/kernel/session.ts'
import { linkAddress, withClick } from '../../src/visitor/visit/linkAddress.ts'
import { pageOf } from './page.ts'

const card: ElementOf<'partner_card'> = {
  type: 'container',
  widget: 'partner_card',
  title: 'Solar',
  body: 'Save on power.',
  text: 'See it',
  link: 'https://partner.example/go',
  campaign_id: '42',
}
const step = { offer_key: 'solar', step_key: 'thanks' }
const linkOf = (query: Query, its: Partial<typeof card> = {}) =>
  new URL(linkAddress({ ...card, ...its }, pageOf(query), step, null) ?? '')
const parameters = (query: Query, its: Partial<typeof card> = {}) =>
  Object.fromEntries(linkOf(query, its).searchParams)

const FIXED = {
  campaign_id: '42',
  aff_id: '10257',
  hostNameId: '2951',
  aff_sub: 'C_TCAF',
  aff_sub4: '627',
  aff_sub5: 'solar|click-reference|6f8f4c2e-0000-4000-8000-000000000001|thanks',
}

test('a visitor without parameters passes on the defaults, and no empty ones', () => {
  expect(parameters({})).toEqual(FIXED)
})

test('a visitor’s parameters are passed on, each under the partner’s name', () => {
  const query = { _ef_transaction_id: 'T-9', affid: '86', sub1: 'a', sub2: 'b', sub3: 'c', gclid: 'not ours' }
  expect(parameters(query)).toEqual({
    ...FIXED,
    aff_click_id: 'T-9',
    aff_sub2: '86',
    aff_sub3: 'a',
    aff_sub4: '627_T-9',
    sub1: 'a',
    sub2: 'b',
    sub3: 'c',
  })
})

test('an affiliate with the parameter’s other name is passed on too', () => {
  expect(parameters({ aff_id: '77' })).toEqual({ ...FIXED, aff_sub2: '77' })
})

test('an empty parameter counts as missing', () => {
  expect(parameters({ _ef_transaction_id: '', affid: '', sub1: '', sub2: '', sub3: '' })).toEqual(FIXED)
})

test('a card can name its own affiliate and host', () => {
  expect(parameters({}, { aff_id: '5', hostNameId: '6' })).toEqual({ ...FIXED, aff_id: '5', hostNameId: '6' })
})

test('the address’s own query and fragment stay', () => {
  const url = linkOf({}, { link: 'https://partner.example/go?lang=en&x=1%262#top' })
  expect([url.origin, url.pathname, url.hash]).toEqual(['https://partner.example', '/go', '#top'])
  expect(Object.fromEntries(url.searchParams)).toEqual({ lang: 'en', x: '1&2', ...FIXED })
})

test('a visitor’s parameters arrive unchanged, and the session token never does', () => {
  const { token } = pageOf().session
  const some = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(fc.record({ affid: some, sub1: some, _ef_transaction_id: some }), (query) => {
      expect(parameters(query)).toMatchObject({
        aff_sub2: query.affid,
        aff_sub3: query.sub1,
        aff_sub4: `627_${query._ef_transaction_id}`,
      })
      expect(decodeURIComponent(linkOf(query).href.replaceAll('+', ' '))).not.toContain(token)
    }),
  )
})

const plain = {
  type: 'container',
  widget: 'link_out',
  text: 'Go',
  link: 'https://elsewhere.example/page?a=1',
} as const
const plainParameters = (query: Query, its: Partial<ElementOf<'link_out'>> = {}) =>
  Object.fromEntries(new URL(linkAddress({ ...plain, ...its }, pageOf(query), step, null) ?? '').searchParams)

test('a plain link passes on only sub1, sub2, and sub3', () => {
  const query = { sub1: 'a', sub2: 'b', sub3: '', affid: '86', sub_id1: 'x' }
  expect(plainParameters(query)).toEqual({ a: '1', sub1: 'a', sub2: 'b' })
})

test('the affiliate tracker’s link identifies the visitor, from the page’s sub_id1 to sub_id3', () => {
  const query = { sub_id1: 'x', sub_id2: 'y', sub_id3: 'z', sub1: 'a' }
  expect(plainParameters(query, { tracker: true })).toEqual({
    a: '1',
    offer_id: '1',
    aff_id: '1004',
    aff_sub: 'x',
    aff_sub2: 'y',
    aff_sub3: 'z',
    aff_sub5: FIXED.aff_sub5,
    sub1: 'a',
  })
})

test('a partner that takes one reference gets the link-out’s unique ID in place of all parameters', () => {
  const its = { ...card, affiliate_reference: 'ref' }
  const page = pageOf({ sub1: 'a', affid: '86' })
  expect(linkAddress(its, page, step, () => 'unique')).toBe('https://partner.example/go?ref=unique')
  expect(linkAddress(its, page, step, null)).toBeNull()
})

test('a click reported later by a tracking script is passed on, unless the address named one', () => {
  const clickOf = (query: Query) => {
    const page = withClick(pageOf(query), { ef_transaction_id: 'T-2' })
    return new URL(linkAddress(card, page, step, null) ?? '').searchParams.get('aff_click_id')
  }
  expect(clickOf({})).toBe('T-2')
  expect(clickOf({ _ef_transaction_id: 'T-1' })).toBe('T-1')
})
