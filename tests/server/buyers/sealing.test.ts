import { expect, test } from 'vitest'
import { emptySecrets, joined, keptFor, withoutSecrets } from '../../../src/server/buyers/buyerSecrets.ts'
import { sealedBy } from '../../../src/server/settings/sealing.ts'

const DOCUMENT = {
  format: 'leadprosper',
  url: 'https://buyer.example/leads',
  campaign_key: 'k1',
  return_key: 'return-key-1',
  suppliers: { default: { id: '2001', key: 'k2' }, 'a/b': { id: '7', key: 'k3' } },
  headers: { authorization: 'Bearer k4' },
}
const SECRETS = {
  campaign_key: 'k1',
  return_key: 'return-key-1',
  'suppliers/default/key': 'k2',
  'suppliers/a/b/key': 'k3',
  'headers/authorization': 'Bearer k4',
}

test('every secret is removed from a document, and an empty one is filled with the saved one', () => {
  const { document, secrets } = withoutSecrets(DOCUMENT)
  expect(secrets).toEqual(SECRETS)
  expect(document).toEqual({
    ...DOCUMENT,
    campaign_key: '',
    return_key: '',
    suppliers: { default: { id: '2001', key: '' }, 'a/b': { id: '7', key: '' } },
    headers: { authorization: '' },
  })
  expect(joined(document, secrets)).toEqual(DOCUMENT)
  expect(joined({ ...document, campaign_key: 'new' }, secrets)).toEqual({ ...DOCUMENT, campaign_key: 'new' })
  expect(emptySecrets(document)).toEqual(Object.keys(SECRETS))
  expect(joined({ headers: { toString: '' } }, {})).toEqual({ headers: { toString: '' } })
})

test('saved secrets go to no other host, except the one that the buyer uses with us', () => {
  const ping = (url: string) => ({ ...DOCUMENT, ping: { url, fields: ['zip'] } })
  expect(keptFor(DOCUMENT, { ...DOCUMENT, url: 'https://buyer.example/other' }, SECRETS)).toEqual(SECRETS)
  expect(keptFor(DOCUMENT, ping('https://buyer.example/ping'), SECRETS)).toEqual(SECRETS)
  const elsewhere = [
    { ...DOCUMENT, url: 'https://thief.example/leads' },
    { ...DOCUMENT, url: 'https://buyer.example:8443/leads' },
    { ...DOCUMENT, url: 'http://buyer.example/leads' },
    { ...DOCUMENT, url: 'HTTPS://thief.example/leads' },
    ping('https://thief.example/ping'),
  ]
  for (const document of elsewhere)
    expect(keptFor(DOCUMENT, document, SECRETS)).toEqual({ return_key: 'return-key-1' })
})

test('a sealed text opens only for its buyer, with any of the keys, and never after a change', () => {
  const [old, both] = [
    sealedBy(['a'.repeat(32)], 'buyers'),
    sealedBy(['b'.repeat(32), 'a'.repeat(32)], 'buyers'),
  ]
  const sealed = old.seal('ключ k1', 'acme')
  expect(Buffer.from(sealed, 'base64url').includes('k1')).toBe(false)
  expect(old.seal('ключ k1', 'acme')).not.toBe(sealed)
  expect([old.open(sealed, 'acme'), both.open(sealed, 'acme')]).toEqual(['ключ k1', 'ключ k1'])
  expect([old.open(sealed, 'bolt'), old.open(both.seal('x', 'acme'), 'acme')]).toEqual([null, null])
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(old.open(changed.toString('base64url'), 'acme')).toBeNull()
  }
  expect([old.open('', 'acme'), old.open(bytes.subarray(0, 20).toString('base64url'), 'acme')]).toEqual([
    null,
    null,
  ])
})
