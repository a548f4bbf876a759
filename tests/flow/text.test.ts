import { expect, test } from 'vitest'
import { hasEnoughWords, isGibberishName } from '../../src/flow/text.ts'

test.each([
  'Maria Castillo',
  'Cynthia Lynch',
  'Kathryn Byrd',
  'Linh Nguyen',
  'Sean O’Brien',
  "Sean O'Brien",
  'Mary-Jo Schwartz',
  'Zoë Müller',
  'Søren Åberg',
  'Lan Trần',
  'Jose\u0301 Ruiz',
  'Barbara Savannah',
  'Anna Lee',
  'JOHN SMITH',
  'mary ann knight',
])('%s is a name', (name) => {
  expect(isGibberishName(name)).toBe(false)
})

test.each([
  'Mr John Smith',
  'mrs. Ann Lee',
  'Dr.Ann Lee',
  'Hr Olsen',
  'Md. Rahman',
  'Sir Ian Hill',
  'John Smith Jr',
  'John Smith, Jr.',
  'John Smith,Sr',
  'Ann Lee DDS',
  'Ann Lee, Ph.D.',
  'Ann Lee DVM',
  'Thurston Howell III',
  'Fr. John Smith MD',
])('%s is a name with a title before it or a suffix behind it', (name) => {
  expect(isGibberishName(name)).toBe(false)
})

test.each([
  ['John Q Public', 'an initial is no part of the name'],
  ['J. R. R. Tolkien', 'nor are several'],
  ['J R', 'nor when there is nothing else'],
  ['  Ann   Lee  ', 'spaces do not matter'],
  ['', 'nothing is not noise'],
])('%j: %s', (name) => {
  expect(isGibberishName(name)).toBe(false)
})

test.each([
  ['Xkcd Smith', 'has a part without a vowel'],
  ['Ann Ng', 'has a part without a vowel: the mark is a soft one'],
  ['Ann 123', 'has a part without a vowel'],
  ['Ann Jr Lee', 'has a suffix that does not stand at the end'],
  ['Aaann Lee', 'repeats a letter three times'],
  ['AaAnn Lee', 'repeats it in whatever case'],
  ['Ann Leeee', 'repeats a letter four times'],
  ['Asdfgh Lee', 'has five consonants in a row'],
  ['Anna12345 Lee', 'has five characters in a row that are no vowels'],
  ['Ann Ghtsbr-o', 'has five consonants in a row before a hyphen'],
])('%s is noise: it %s', (name) => {
  expect(isGibberishName(name)).toBe(true)
})

test.each([
  ['', false],
  ['My car was', false],
  ['  My   car  was  ', false],
  ['My car was hit', true],
  ['My car\nwas hit', true],
])('%j has at least four words: %j', (text, expected) => {
  expect(hasEnoughWords(text)).toBe(expected)
})
