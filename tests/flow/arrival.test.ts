import { expect, test } from 'vitest'
import { addedToAddress, comesAnew } from '../../src/flow/arrival.ts'

const scripts = { everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' } }

test.each([
  ['the same address', { sub1: 'a' }, { sub1: 'a' }, false],
  ['an address that says less', { sub1: 'a' }, {}, false],
  ['another parameter', {}, { sub1: 'a' }, true],
  ['another value', { sub1: 'a' }, { sub1: 'b' }, true],
  ['what the page added itself', { sub1: 'a' }, { sub1: 'a', oid: '7', affid: '86' }, false],
  ['another affiliate than the one that was added', {}, { oid: '7', affid: '99' }, true],
  ['the default affiliate after another one', { affid: '99' }, { oid: '7', affid: '86' }, true],
])('%s: a visitor comes anew or goes on', (_, query, now, isNew) => {
  expect(comesAnew({ today: '2026-11-20', query }, now, addedToAddress(scripts))).toBe(isNew)
})
