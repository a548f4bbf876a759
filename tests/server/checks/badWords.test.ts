import { describe, expect, test } from 'vitest'
import { hasBadName, hasBadWords } from '../../../src/server/outside/badWords.ts'
import { ENGLISH, HONEST, SHORTHAND, SPANISH } from './descriptions.ts'

/** Reports in people's own words, with words that trip a list of profanities. */
const REPORTS = [
  'I was rear-ended at a red light by a Ford Escort and have had neck pain ever since.',
  'A big black truck ran the stop sign and hit my side of the car.',
  'Traffic was tied up for an hour before the ambulance came for us.',
  'I slipped on a wet floor, fell on my butt and broke my tailbone.',
  'The machine crushed my hand. I have two fingers left and no feeling in them.',
  'Surgery on my rectum after the fall from the scaffold; I still bleed.',
  'The seat belt tore my left nipple and bruised both breasts.',
  'My supervisor tried to grope me, and I was sexually assaulted in the storage room.',
  'I was told it would be pain-free but the mesh has eroded into my vagina.',
  'We were shrimping off the coast when the winch snatched my arm.',
  'My muscles are spastic since the stroke that the heart valve caused.',
  'The forklift ran over my foot; its driver has no insurance.',
  'El carro negro me chocó por detrás y me duele el cuello.',
  'I was assessing the damage when another car passed and hit me.',
  'Scunthorpe is where the class took place; the cockpit of the crane was open.',
  'The hands-free kit exploded and burned my ear.',
  'He dropped a hammer on my head from the second floor.',
  'I was on my way to collect my analysis from Dr. Dickinson when it happened.',
]

test.each([...REPORTS, ...ENGLISH, ...HONEST, ...SHORTHAND, ...SPANISH])(
  'an honest report has no bad words: %s',
  (report) => {
    expect(hasBadWords(report)).toBe(false)
  },
)

test.each([
  ['win a GIFT CARD now', 'in whatever case'],
  ['I want a gift  card', 'with whatever space between'],
  ['sweepstakes!', 'with punctuation after it'],
  ['just give me money', 'among others'],
  ['FREE', 'alone'],
  ['casino', 'alone'],
  ['send me a gift card please, I have been waiting', 'by somebody who asks for it'],
  ['I hope to get some free money from you people', 'a phrase among others'],
  ['Is it free?', 'at the end'],
  ["I don't need a lawyer, thanks", 'a phrase'],
  ['I don’t need a lawyer', 'a phrase with a printer’s apostrophe'],
  ['this is bullshit', 'a profanity'],
  ['that bitch’s fault', 'in the genitive'],
  ['ｆｕｃｋ you', 'in wide letters'],
])('%j has them: %s', (text) => {
  expect(hasBadWords(text)).toBe(true)
})

test('only whole words count', () => {
  for (const word of ['class', 'assess', 'Dickens', 'cocktail', 'freeway', 'moneyed', 'freedom', 'Essex'])
    expect(hasBadWords(`my ${word}`)).toBe(false)
})

describe('a name', () => {
  test.each([
    ['Alan', 'Cumming'],
    ['Robert', 'Cummings'],
    ['Emily', 'Dickinson'],
    ['Dick', 'Van Dyke'],
    ['Chris', 'Coons'],
    ['Eddie', 'Money'],
    ['World B.', 'Free'],
    ['John Lee', 'Hooker'],
    ['Jos', 'Buttler'],
    ['Usman', 'Butt'],
    ['Semen', 'Altman'],
    ['Dolores', 'Concha'],
    ['Lolita', 'Hancock'],
  ])('of a real person isn’t a bad word: %s %s', (first, last) => {
    expect(hasBadName(`${first} ${last}`)).toBe(false)
  })

  test.each([
    ['Fuck', 'You'],
    ['Gift', 'Card'],
    ['Ass', 'Hole'],
    ['Maria', 'Puta'],
  ])('of no real person is a bad word: %s %s', (first, last) => {
    expect(hasBadName(`${first} ${last}`)).toBe(true)
  })
})

test('a description of the maximum length is checked immediately', () => {
  const text = 'a gift of the night before '.repeat(740)
  const began = performance.now()
  expect(hasBadWords(text)).toBe(false)
  expect(performance.now() - began).toBeLessThan(2000)
})
