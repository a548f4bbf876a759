import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { zipLines } from '../../../fixtures/zips/build.ts'
import { emailCheck } from '../../../src/server/outside/email.ts'
import { gibberishCheck } from '../../../src/server/outside/gibberish.ts'
import { phoneCheck } from '../../../src/server/outside/phone.ts'
import { tidyEmail, tidyPhone } from '../../../src/flow/kernel/text.ts'
import { zipCheck } from '../../../src/server/outside/zip.ts'

test.each([
  ['(212) 234-5678', true],
  ['2122345678', true],
  ['+1 212 234 5678', true],
  ['787-234-5678', true],
  ['671-647-1234', true],
  ['212-555-0123', false],
  ['212-555-1234', false],
  ['212-411-5678', false],
  ['911-234-5678', false],
  ['500-234-5678', false],
  ['533-234-5678', false],
  ['588-234-5678', false],
  ['700-234-5678', false],
  ['900-234-5678', false],
  ['800-234-5678', false],
  ['212–234‑5678', true],
  ['\u202a212-234-5678\u202c', true],
  ['212/234.5678.', true],
  ['２１２-234-5678', true],
  ['011 1 212 234 5678', false],
  ['2122345678;phone-context=+1', false],
  ['212-234-5678 ext. 12', false],
  ['212-234-567', false],
  ['112-234-5678', false],
  ['416-800-1234', false],
  ['+44 20 7183 8750', false],
  ['call me at 212-234-5678', false],
  ['', false],
  ['\ud800', false],
])('the phone %j: %s', async (phone, valid) => {
  expect(await phoneCheck(phone)).toEqual({ valid })
})

test.each([
  ['278-234-5678', true],
  ['(999) 234-5678', false],
  ['710-234-5678', false],
  ['374-234-5678', false],
  // The area code is known, and the number isn't.
  ['212-123-4567', false],
  ['416-234-5678', false],
  ['278-123-4567', false],
  ['278-555-0123', false],
  ['211-234-5678', false],
])('a visitor can insist on the phone %j, whose area code may be new: %s', async (phone, may) => {
  expect(await phoneCheck(phone)).toEqual({ valid: false, ...(may && { insistable: true }) })
})

test.each([
  ['(212) 234-5678', '(212) 234-5678'],
  [' 212-234-5678, ', '212-234-5678'],
  ['+1 212 234 5678', '+1 212 234 5678'],
  ['001 212 234 5678', '001 212 234 5678'],
  ['212-234-5678 ext. 12', '(212) 234-5678'],
  ['212-234-5678 x4', '(212) 234-5678'],
  ['(212) 234-5678 #99', '(212) 234-5678'],
  ['call me at 212-234-5678 after six', '(212) 234-5678'],
  ['my cell: +1 (212) 234-5678!', '(212) 234-5678'],
  ['٢١٢ ٢٣٤ ٥٦٧٨', '212 234 5678'],
  ['۲۱۲-۲۳۴-۵۶۷۸', '212-234-5678'],
  ['212-CALL-NOW', '212-CALL-NOW'],
  ['212-234-5678 or 646-234-5678', '212-234-5678 or 646-234-5678'],
  ['home 1234, cell 212-234-5678', 'home 1234, cell 212-234-5678'],
  ['no phone', 'no phone'],
])('the phone %j is recorded as %j', (typed, kept) => {
  expect(tidyPhone(typed)).toBe(kept)
  expect(tidyPhone(kept)).toBe(kept)
})

test.each([
  ['ann@claims.us', 'ann@claims.us'],
  ['john. doe@gmail. com', 'john.doe@gmail.com'],
  ['john.doe @ gmail.com', 'john.doe@gmail.com'],
  ['<maria@gmail.com>', 'maria@gmail.com'],
  ['Maria Ruiz <maria@gmail.com>,', 'maria@gmail.com'],
  ['mailto:maria@gmail.com', 'maria@gmail.com'],
  ['mailto:maria@gmail.com?subject=Hi', 'maria@gmail.com'],
  ['maria\u200b@gmail.com', 'maria@gmail.com'],
  ['ｍaria＠gmail．com', 'maria@gmail.com'],
  ['me maria@gmail.com', 'me maria@gmail.com'],
  ['maria', 'maria'],
])('the email %j is recorded as %j', (typed, kept) => {
  expect(tidyEmail(typed)).toBe(kept)
  expect(tidyEmail(kept)).toBe(kept)
})

test.each([
  ['ann@claims.us', true],
  [' ann@claims.us ', true],
  ['ann@claims.us.', true],
  ['ann@claims.us, ', true],
  ['ann+tag@mail.claims.co.uk', true],
  ['ann@example.us', true],
  ['ann@duck.com', true],
  ['ann@mozmail.com', true],
  ['ann@ann.mozmail.com', true],
  ['ann@ann.anonaddy.com', true],
  ['ann@addy.io', true],
  ['ann@simplelogin.com', true],
  ['ann@aleeas.com', true],
  ['ann@slmail.me', true],
  ['ann@passmail.net', true],
  ['ann@passinbox.com', true],
  ['ann@privaterelay.appleid.com', true],
  ['ann@icloud.com', true],
  ['ann@fastmail.com', true],
  ['ann@opayq.com', true],
  ['ann@forwardemail.net', true],
  ['ann@dr.com', true],
  ['ann@keemail.me', true],
  ['ann@mailinator.com', false],
  ['ann@notduck.example', false],
  ['ann@example.com', false],
  ['ann@mail.example.org', false],
  ['ann@mail.test', false],
  ['ann@mail.invalid', false],
  ['ann@mail.localhost', false],
  ['ann@mail.local', false],
  ['ann@mail.onion', false],
  ['ann@home.arpa', false],
  ['ann@example.edu', false],
  ['ann@example', false],
  ['ann@@claims.us', false],
  ['ann', false],
  ['', false],
  ['\ud800@claims.us', false],
])('the email %j: %s', async (email, valid) => {
  expect(await emailCheck(email)).toEqual({ valid })
})

test.each([
  ['ann@gmail.con', true, 'ann@gmail.com'],
  ['ann@gmail.co', true, 'ann@gmail.com'],
  [' Ann@hotmail.con', true, 'Ann@hotmail.com'],
  ['ann@comcast.ne', true, 'ann@comcast.net'],
  // These hosts accept mail only to throw it away.
  ['ann@gmial.com', false, 'ann@gmail.com'],
  ['ann@yaho.com', false, 'ann@yahoo.com'],
])('the email %j: %s, and %s may be meant', async (email, valid, suggestion) => {
  expect(await emailCheck(email)).toEqual({ valid, suggestion })
})

test.each([
  'gmail.com',
  'gmx.net',
  'twc.com',
  'yahoo.com.mx',
  'live.com.mx',
  'mail.com',
  'email.com',
  'ymail.com',
  'me.com',
  'mac.com',
  'rr.com',
  'aim.com',
  'cox.net',
  'hp.com',
  'ge.com',
  'q.com',
  'mit.edu',
])('nothing is better than ann@%s', async (domain) => {
  expect(await emailCheck(`ann@${domain}`)).toEqual({ valid: true })
})

test.each([
  ['10001', { city: 'New York', state: 'NY' }],
  ['90210', { city: 'Beverly Hills', state: 'CA' }],
  ['00501', { city: 'Holtsville', state: 'NY' }],
  ['00901', { city: 'San Juan', state: 'PR' }],
  ['75036', { city: 'Frisco', state: 'TX' }],
  ['85288', { city: 'Tempe', state: 'AZ' }],
  ['97129', { city: 'Hillsboro', state: 'OR' }],
  ['85144', { city: 'San Tan Valley', state: 'AZ' }],
  ['09001', { city: 'APO', state: 'AE' }],
  ['34001', { city: 'APO', state: 'AA' }],
  ['96601', { city: 'FPO', state: 'AP' }],
  // Not in the list, but belongs to the armed forces.
  ['09800', { city: 'APO', state: 'AE' }],
])('the ZIP code %s is in %j', async (zip, data) => {
  expect(await zipCheck(zip)).toEqual({ valid: true, data })
  expect(await zipCheck(` ${zip} `)).toEqual({ valid: true, data })
})

test.each(['1000', '100010', '10001-1234', 'K1A0B1', 'K1A 0B1', '', '\n1000', '00000', '00019', '21399'])(
  'the ZIP code %j doesn’t exist',
  async (zip) => {
    expect(await zipCheck(zip)).toEqual({ valid: false })
  },
)

test.each(['43298', '99999'])('the ZIP code %s is unknown, but may be newer than the list', async (zip) => {
  expect(await zipCheck(zip)).toEqual({ valid: false, insistable: true })
})

test('every line of the ZIP codes has a code, a state, and a city, and no code appears twice', () => {
  const text = readFileSync('fixtures/zips/codes.txt', 'utf8')
  const lines = text.trim().split('\n')
  expect(lines.length).toBeGreaterThan(41_000)
  expect(lines.filter((line) => !/^\d{5}[A-Z]{2}[A-Z1-9]/.test(line))).toEqual([])
  expect(new Set(lines.map((line) => line.slice(0, 5))).size).toBe(lines.length)
})

test('ZIP codes match the package: `npm run zips` writes them', () => {
  expect(readFileSync('fixtures/zips/codes.txt', 'utf8') === zipLines()).toBe(true)
})

test.each([
  'I was rear-ended at a red light and my neck has hurt ever since.',
  'slipped on wet floor at work, broke my wrist',
  'Truck driver ran the stop sign. Total loss of property.',
  'My strengths and rhythms are not what they were.',
  'Dr. Schwartz at Mt. Sinai treated me',
  'hurt',
])('%j is words', async (text) => {
  expect(await gibberishCheck(text)).toEqual({ valid: true })
})

test.each([
  'asdfasdf asdfasdf asdf',
  'sdkjfh skdjfh ksjdhf',
  'qwertyuiop qwertyuiop',
  'aaaaaaaaaaaaaaaaaaaa',
  'lkjlkj lkjlkj lkjlkj',
  'xcvbn zxcvq wqxz',
  '12345 67890',
  '   ',
  '',
])('%j is noise', async (text) => {
  expect(await gibberishCheck(text)).toEqual({ valid: false })
})
