import { expect, test } from 'vitest'
import { parseSettings, SETTINGS } from '../../src/server/settings/settings.ts'

test('a server without settings runs', () => {
  expect(parseSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: null,
    publicUrl: null,
    operatorPassword: null,
    postbackKeys: new Map(),
    trustProxy: [],
    hstsSubdomains: false,
    metricsPort: null,
    metricsHost: '127.0.0.1',
  })
})

test('an empty variable counts as unset', () => {
  expect(parseSettings({ PORT: '', OPERATOR_NAME: ' ' })).toEqual(parseSettings({}))
})

test.each([
  ['PORT', '8080', { port: 8080 }],
  ['PUBLIC_URL', 'https://claims.example/', { publicUrl: 'https://claims.example' }],
  [
    'SITE_HOSTS',
    'a.example=leadloom, b.example=found-money',
    {
      siteHosts: new Map([
        ['a.example', 'leadloom'],
        ['b.example', 'found-money'],
      ]),
    },
  ],
  ['POSTBACK_KEYS', 'everflow:first:second', { postbackKeys: new Map([['everflow', 'first:second']]) }],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8,::1', { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
  ['LOCAL_TARGETS', 'allow', { localTargets: true }],
  ['LOCAL_TARGETS', '', { localTargets: false }],
  ['RATE_LIMIT', '0.5', { rateLimit: 0.5 }],
  ['EMAIL_DNS', '10.0.0.2', { emailDns: '10.0.0.2' }],
  ['EMAIL_DNS', '127.0.0.1:5353', { emailDns: '127.0.0.1:5353' }],
  ['EMAIL_DNS', '::1', { emailDns: '::1' }],
  ['EMAIL_DNS', 'system', { emailDns: 'system' }],
  ['RETREAVER_URL', 'http://127.0.0.1:4000/numbers', { retreaverUrl: 'http://127.0.0.1:4000/numbers' }],
])('%s=%s is read', (name, value, expected) => {
  expect(parseSettings({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['PORT', '80a', "PORT: '80a' isn't a port. Use a number from 0 to 65535."],
  ['LOCAL_TARGETS', 'true', "LOCAL_TARGETS: 'true' isn't valid. Set it to allow, or leave it unset."],
  ['PORT', '65536', "PORT: '65536' isn't a port. Use a number from 0 to 65535."],
  [
    'PUBLIC_URL',
    'claims.example',
    "PUBLIC_URL: 'claims.example' isn't a web address. Use one like https://claims.example.",
  ],
  [
    'PUBLIC_URL',
    'https://a.example/b',
    "PUBLIC_URL: 'https://a.example/b' isn't a web address. Use one like https://claims.example.",
  ],
  [
    'POSTBACK_KEYS',
    'a:b,secret',
    'POSTBACK_KEYS: entry 2 must look like partner:secret. Separate entries with commas.',
  ],
  ['POSTBACK_KEYS', 'a:short', 'POSTBACK_KEYS: the secret for a is too short. Use at least 10 characters.'],
  ['SITE_HOSTS', '=a', 'SITE_HOSTS: entry 1 must look like host=path. Separate entries with commas.'],
  ['PHONE_NUMBER', '555', "PHONE_NUMBER: '555' isn't a US phone number. Use one like +18005550199."],
  ['RETREAVER_URL', 'http://x.example', "RETREAVER_URL: 'http://x.example' isn't an https:// address."],
  [
    'EMAIL_DNS',
    'dns.example',
    "EMAIL_DNS: 'dns.example' isn't a DNS server. Use an IP address like 10.0.0.2, or system.",
  ],
  [
    'EMAIL_DNS',
    '10.0.0.2:a',
    "EMAIL_DNS: '10.0.0.2:a' isn't a DNS server. Use an IP address like 10.0.0.2, or system.",
  ],
  [
    'TRUST_PROXY',
    '10.0.0.0/33',
    "TRUST_PROXY: '10.0.0.0/33' isn't an address. Use one like 10.0.0.0/8, or loopback, linklocal, uniquelocal.",
  ],
  [
    'TRUST_PROXY',
    '1',
    "TRUST_PROXY: '1' isn't an address. Use one like 10.0.0.0/8, or loopback, linklocal, uniquelocal.",
  ],
  ['HSTS_SUBDOMAINS', 'yes', "HSTS_SUBDOMAINS: 'yes' isn't valid. Use true or false."],
  ['RATE_LIMIT', 'none', "RATE_LIMIT: 'none' isn't a factor. Use a number like 1 or 0.5."],
  ['LOG_LEVEL', 'loud', "LOG_LEVEL: 'loud' isn't valid. Use one of debug, warn, error, silent."],
])('%s=%s is refused by name, with what’s valid', (name, value, message) => {
  expect(() => parseSettings({ [name]: value })).toThrow(new Error(message))
})

test('a refusal never repeats a secret', () => {
  expect(() => parseSettings({ POSTBACK_KEYS: 'hunter2', OPERATOR_PASSWORD: 'hunter2' })).not.toThrow(
    /hunter2/,
  )
})

test('reports all broken settings at once', () => {
  expect(() => parseSettings({ PORT: 'x', RATE_LIMIT: 'y' })).toThrow(/^PORT: .*\nRATE_LIMIT: /)
})

test('every setting has a unique name, a description, and a valid default', () => {
  const settings = Object.values(SETTINGS)
  expect(new Set(settings.map(({ env }) => env)).size).toBe(settings.length)
  for (const { about } of settings) expect(about).toMatch(/\.$/)
})

test.each(['PUBLIC_URL', 'RETREAVER_URL', 'IP_LOOKUP'])('%s accepts no address with a login', (name) => {
  const sentence = `${name}: remove the username and password from the address.`
  expect(() => parseSettings({ [name]: 'https://ada:hunter2@a.example/' })).toThrow(sentence)
})
