import { one, between, type Random } from '../../../src/cli/seed/random.ts'

/** A value with one to three faults: members removed, added, repeated, of another type, or with hostile content. */
export function mutated(random: Random, value: unknown): unknown {
  let wrong = structuredClone(value)
  for (let left = between(random, 1, 3); left > 0; left--) wrong = one(random, CHANGES)(random, wrong)
  return wrong
}

type Change = (random: Random, value: unknown) => unknown

const CHANGES: Change[] = [
  (random) => one(random, VALUES)(random),
  inside((random) => one(random, VALUES)(random)),
  inside((random) => one(random, VALUES)(random)),
  inside(() => undefined),
  inside((random, value) => Array.from({ length: copies(random, value) }, () => value)),
  inside((random, value) => nested(value, between(random, 1, 3000))),
  inside((random, value) => (typeof value === 'string' ? one(random, TEXTS)(value, random) : value)),
  inside((random, value) => (typeof value === 'string' ? one(random, TEXTS)(value, random) : value)),
  (random, value) => ({ ...(value as object), [one(random, NAMES)]: one(random, VALUES)(random) }),
]

/** The change at a place somewhere within a value. */
function inside(change: Change): Change {
  return function at(random, value): unknown {
    if (typeof value !== 'object' || value === null) return change(random, value)
    const entries = Object.entries(value)
    if (entries.length === 0) return change(random, value)
    const [name, member] = one(random, entries)
    const deeper = random() < 0.6 ? at(random, member) : change(random, member)
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[name] = deeper
    return copy
  }
}

/** Number of copies that makes a megabyte at most. */
function copies(random: Random, value: unknown): number {
  const characters = JSON.stringify(value ?? null).length
  return Math.max(2, Math.min(between(random, 2, 3000), Math.floor(1_000_000 / characters)))
}

function nested(value: unknown, depth: number): unknown {
  let wrapped = value
  for (let level = 0; level < depth; level++) wrapped = level % 2 === 0 ? [wrapped] : { a: wrapped }
  return wrapped
}

/** Names, including keys under which every object inherits something. */
const NAMES = [
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'length',
  '',
  '0',
  'x'.repeat(5000),
  '\u0000',
  '😀',
  'a.b/c~d',
]

const VALUES: ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0.1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => '',
  () => [],
  () => ({}),
  () => ({ constructor: { name: 'x' }, toString: 'x', valueOf: 1, length: -1 }),
  (random) => 'x'.repeat(between(random, 1, 300_000)),
  (random) => one(random, NASTY),
  (random) => one(random, NASTY),
]

/** Texts that have tripped up other programs. */
const NASTY = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\ufeff',
  '\uffff',
  '\u2028\u2029',
  '\r\nset-cookie: a=b\r\n\r\n',
  '../../../../etc/passwd',
  '..\\..\\windows',
  "' OR 1=1 --",
  '"; DROP TABLE sessions; --',
  '$1',
  ':from',
  '?',
  '%00',
  '%s%n%x',
  '{{field:email}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '00000000-0000-0000-0000-000000000000',
  '|||',
  'claim|x|00000000-0000-0000-0000-000000000000|mail',
  '1e5',
  '-0',
  'NaN',
  '99999999999999999999',
  '١٢٣',
  'İ',
  'ﷺ'.repeat(2000),
  'a\u0301'.repeat(5000),
  '('.repeat(3000),
  ' '.repeat(20_000),
]

const TEXTS: ((text: string, random: Random) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => text + text,
  (text) => text.toUpperCase(),
  (text) => ` ${text} `,
  (text) => `${text}\u0000`,
  (text, random) => text + one(random, NASTY),
  (text, random) => one(random, NASTY) + text,
  (text, random) => {
    const at = between(random, 0, text.length)
    return text.slice(0, at) + String.fromCharCode(between(random, 0, 0xffff)) + text.slice(at + 1)
  },
]

/** Bytes of a body with a fault: cut, flipped, in another encoding, or JSON that is nearly JSON. */
export function garbled(random: Random, bytes: Buffer): Buffer {
  return one(random, GARBLINGS)(Buffer.from(bytes), random)
}

const GARBLINGS: ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => bytes.subarray(0, between(random, 0, bytes.length)),
  (bytes, random) => {
    for (let flips = between(random, 1, 20); flips > 0 && bytes.length > 0; flips--)
      bytes[between(random, 0, bytes.length - 1)] = between(random, 0, 255)
    return bytes
  },
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  (bytes, random) =>
    Buffer.concat([bytes, Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, between(random, 128, 255)])]),
  (_, random) => Buffer.from(Array.from({ length: between(random, 0, 4000) }, () => between(random, 0, 255))),
  (_, random) => Buffer.from('['.repeat(between(random, 1, 100_000))),
  (_, random) => Buffer.from('{"a":'.repeat(between(random, 1, 30_000))),
  (bytes) => Buffer.from(bytes.toString().replace('{', '{"__proto__":{"polluted":1},')),
  (bytes) => Buffer.from(bytes.toString().replace('{', '{"constructor":{"prototype":{"polluted":1}},')),
  (bytes) => Buffer.from(bytes.toString().replace(/"(\w+)":/, '"$1":1,"$1":')),
  (bytes) => Buffer.from(bytes.toString().replace(/:("[^"]*"|\d+)/, ':1e999')),
  (bytes) => Buffer.from(bytes.toString().replace(/:"/, ':"\\ud800\\u0000')),
  (bytes) => Buffer.from(`${bytes.toString()}//`),
  () => Buffer.from('null'),
  () => Buffer.from('"text"'),
  () => Buffer.alloc(0),
]
