import { createHmac } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { between, one, type Random } from '../../../src/cli/seed/random.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import { garbled, mutated } from './mutations.ts'
import { TARGETS, type Target } from './targets.ts'

export interface Hostile {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** A request that an attacker or a broken program could send: a valid one with one to three faults. */
export function hostile(random: Random, session: Session): Hostile {
  const target = one(random, TARGETS)
  const good = target.body?.(session)
  const wrong = new Set(Array.from({ length: between(random, 1, 2) }, () => one(random, WRONGS)))
  const value = good && wrong.has('value') ? mutated(random, good) : good
  const plain = value === undefined ? null : Buffer.from(JSON.stringify(value) ?? '')
  const text = plain && wrong.has('bytes') ? garbled(random, plain) : plain
  const { body, signature } = packed(random, { target, text, session, wrong })
  const headers: Record<string, string> = {
    ...(body && { 'content-type': 'application/json' }),
    authorization: `Bearer ${session.token}`,
    'x-signature': signature,
    'x-requested-with': 'leadloom',
  }
  if (wrong.has('form') && value) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    const form = Buffer.from(asForm(value))
    return { method: target.method, path: target.url, headers, body: form }
  }
  if (wrong.has('headers')) Object.assign(headers, ...one(random, HEADERS)(random))
  return {
    method: wrong.has('method') ? one(random, METHODS) : target.method,
    path: pathOf(random, target, session, wrong),
    headers,
    body: wrong.has('body') ? garbled(random, body ?? Buffer.from('{}')) : body,
  }
}

const WRONGS = [
  'value',
  'value',
  'value',
  'bytes',
  'bytes',
  'packing',
  'body',
  'form',
  'headers',
  'method',
  'path',
  'query',
] as const
type Wrong = (typeof WRONGS)[number]

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE']

function packed(
  random: Random,
  {
    target,
    text,
    session,
    wrong,
  }: { target: Target; text: Buffer | null; session: Session; wrong: Set<Wrong> },
): { body: Buffer | null; signature: string } {
  if (!text || !target.wrapped) return { body: text, signature: '' }
  const key = target.wrapped === 'site' ? 'leadloom' : session.token
  const pack = wrong.has('packing') ? one(random, PACKINGS) : (bytes: Buffer) => deflateSync(bytes)
  const data = pack(text, random).toString('base64')
  const signature = createHmac('sha256', key).update(data).digest('hex')
  const isForged = wrong.has('packing') && random() < 0.3
  return {
    body: Buffer.from(JSON.stringify({ data, _x: true })),
    signature: isForged ? one(random, FORGERIES)(signature) : signature,
  }
}

const PACKINGS: ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes) => deflateRawSync(bytes),
  (bytes) => gzipSync(bytes),
  (bytes) => bytes,
  (bytes, random) => deflateSync(bytes).subarray(0, between(random, 0, 40)),
  (bytes, random) => garbled(random, deflateSync(bytes)),
  (bytes) => deflateSync(deflateSync(bytes)),
  (bytes) => Buffer.concat([deflateSync(bytes), Buffer.from('more')]),
  (bytes, random) =>
    deflateSync(Buffer.concat([bytes, Buffer.alloc(between(random, 1, 4_000_000))]), { level: 1 }),
]

const FORGERIES: ((signature: string) => string)[] = [
  () => '',
  (signature) => signature.slice(1),
  (signature) => signature.toUpperCase(),
  (signature) => 'g'.repeat(signature.length),
  (signature) => signature.repeat(50),
  () => 'é'.repeat(64),
]

const HEADERS: ((random: Random) => Record<string, string>[])[] = [
  (random) => [{ 'content-type': one(random, TYPES) }],
  (random) => [{ 'content-encoding': one(random, ['gzip', 'br', 'deflate', 'zstd', 'x'.repeat(200)]) }],
  (random) => [
    { 'accept-encoding': one(random, ['br;q=0', '*', 'identity;q=0', 'gzip,,,', 'x'.repeat(2000)]) },
  ],
  (random) => [
    {
      authorization: one(random, [
        '',
        'Bearer',
        `Bearer ${'x'.repeat(64)}`,
        'Basic Og==',
        'é',
        'Bearer '.repeat(99),
      ]),
    },
  ],
  (random) => [{ cookie: one(random, COOKIES) }],
  (random) => [
    { host: one(random, ['evil.example', '', 'a b', '[::1', 'x'.repeat(3000), 'localhost:99999', '@']) },
  ],
  (random) => [
    {
      range: one(random, ['bytes=0-0', 'bytes=9999999-', 'bytes=-1', 'bytes=5-1', 'x', 'bytes=0-0,1-1,2-2']),
    },
  ],
  () => [{ 'if-none-match': '*', 'if-match': '"x"', 'if-modified-since': 'never', 'if-range': 'x' }],
  () => [
    {
      'x-forwarded-for': "1.2.3.4, ' OR 1=1",
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'javascript',
    },
  ],
  () => [
    {
      'user-agent': 'é'.repeat(1000),
      referer: 'javascript:alert(1)',
      pageurl: '\t'.repeat(900),
      'sec-gpc': '1',
    },
  ],
  () => [{ 'transfer-encoding': 'chunked' }],
  () => [
    { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/reports/me', 'accept-version': '9.9.9' },
  ],
]

const TYPES = [
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  '/',
  'é/é',
  'application/x-www-form-urlencoded',
  'x'.repeat(3000),
]
const COOKIES = [
  'visitor_yardstick=',
  `visitor_yardstick=${'x'.repeat(64)}`,
  'visitor_yardstick=%',
  'leadloom_login_3000=%zz',
  'leadloom_login_3000=a.b',
  ';;;=;=',
  '__proto__=1',
  'a='.repeat(2000),
  'é=é',
  '"\\',
]

function pathOf(random: Random, { url, query }: Target, session: Session, wrong: Set<Wrong>): string {
  const good = query?.(session) ?? {}
  const asked = wrong.has('query') ? mutated(random, good) : good
  const place = wrong.has('path') ? one(random, PATHS)(url) : url
  const text = asForm(asked)
  // Node's parser takes an address of 16 KiB, with the headers.
  const search = wrong.has('query') && random() < 0.3 ? one(random, SEARCHES) : text
  return `${place}${search === '' ? '' : '?'}${search}`.slice(0, 10_000)
}

const PATHS: ((url: string) => string)[] = [
  (url) => `${url}/`,
  (url) => `/${url}`,
  (url) => `${url}%00`,
  (url) => `${url}%zz`,
  (url) => `${url}%ff%fe`,
  (url) => `${url}/..%2f..%2f..%2fetc%2fpasswd`,
  (url) => `${url}/../../../../etc/passwd`,
  (url) => url.replace(/\//g, '%2f').replace('%2f', '/'),
  (url) => url.toUpperCase(),
  (url) => url + 'x'.repeat(9000),
  (url) => url + '/a'.repeat(4000),
  (url) => `http://evil.example${url}`,
  () => '*',
  () => '//evil.example/%2f..',
  (url) => `${url};a=b`,
  (url) => `${url}#fragment`,
]

const SEARCHES = [
  '%',
  '%zz=%ff',
  '&&&&==',
  '__proto__=x',
  '__proto__[a]=x',
  'constructor[prototype][a]=x',
  'path=a&path=b',
  'a[]=1&a[]=2',
  'a&'.repeat(3000),
  'from=1e5&to=Infinity&path=x',
  '?',
  '%00=%00',
  '😀=1',
]

/** The body as a form; members that aren't texts are sent as JSON. */
function asForm(value: unknown): string {
  const members = Object.entries(typeof value === 'object' && value ? value : {})
  const texts = members.map(([name, member]) => [
    name,
    typeof member === 'string' ? member : (JSON.stringify(member) ?? ''),
  ])
  return new URLSearchParams(texts).toString()
}
