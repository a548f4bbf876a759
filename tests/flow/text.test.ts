import { expect, test } from 'vitest'
import { hasEnoughWords, isGibberishName } from '../../src/flow/kernel/text.ts'

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
  'Neil Armstrong',
  'Ulrike Kirschner',
  'Lars Bengtsson',
  'Ann Ng',
  'Ann St John',
  'TJ Miller',
  'Jan Vlk',
  'Lulu Gigi',
  'Jingjing Tamtam',
  'Thomas Thomas',
  'John Smith 3rd',
  'John 3rd Smith',
  'Angus MacGyver',
  'Anna Skrzypczak',
  'Ani Mkrtchyan',
  'Maria Testa',
  'John Smith Esq.',
  '王 小明',
  'Мария Иванова',
  'محمد علي',
  '김 민준',
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
])('%s is a name with a title or a suffix', (name) => {
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
  ['Ann 123', 'has a part without a letter'],
  ['Aaann Lee', 'repeats a letter three times'],
  ['AaAnn Lee', 'repeats it in whatever case'],
  ['Ann Leeee', 'repeats a letter four times'],
  ['Asdfgh Lee', 'has five consonants in a row'],
  ['Anna12345 Lee', 'has five characters in a row that are no vowels'],
  ['Ann Ghtsbr-o', 'has a part without a vowel before a hyphen'],
  ['asdf asdf', 'runs along the keys'],
  ['Qwerty Uiop', 'runs along the upper row'],
  ['Poiuyt Lkjh', 'runs back along the keys'],
  ['Asd Lee', 'runs along three keys'],
  ['Zxcvbn Lee', 'runs along the lower row'],
  ['xxxxxxxx', 'is one letter'],
  ['Asdasd Lee', 'is the same run of keys twice'],
  ['Lalala Lee', 'is one syllable three times'],
  ['test test test', 'is one word three times'],
  ['Tyui Rtyu', 'runs along the middle of the upper row'],
  ['Qaz Wsxedc', 'runs down the columns of keys'],
  ['Test1 Lee', 'has a digit'],
  ['John Test', 'has the word for it'],
  ['Kvjwo Lee', 'has pairs of letters that names do not have'],
])('%s is noise: it %s', (name) => {
  expect(isGibberishName(name)).toBe(true)
})

test.each([
  'Mickey Mouse',
  'john doe',
  'Mr. Test Test',
  'First Last',
  'NA NA',
  'James Bond',
  'Joe Mama',
  'Unknown',
  'Prueba Prueba',
])('%s is a name that people make up', (name) => {
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
