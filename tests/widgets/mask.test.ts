import { maskitoTransform } from '@maskito/core'
import { expect, test } from 'vitest'
import { maskOptions } from '../../widgets/mask.ts'

const PHONE = ['(999) 999-9999', true] as const
const DOTTED = ['999.999.9999', true] as const
const WITH_CODE = ['+1 999 999 9999', true] as const
const ZIP = ['99999', false] as const
const DATE = ['99/99/9999', false] as const

test.each([
  [PHONE, '5125552368', '(512) 555-2368'],
  [PHONE, '512 555 23 68', '(512) 555-2368'],
  [PHONE, '+1 512.555.2368', '(512) 555-2368'],
  [PHONE, '(+1) 512-555-2368', '(512) 555-2368'],
  [PHONE, '1-512-555-2368', '(512) 555-2368'],
  [PHONE, '15125552368', '(512) 555-2368'],
  [PHONE, '\u202a+1 512 555 2368\u202c', '(512) 555-2368'],
  [PHONE, 'Tel: 512-555-2368', '(512) 555-2368'],
  [PHONE, 'Tel: +1 512 555 2368', '(512) 555-2368'],
  [PHONE, '12125', '(212) 5'],
  [PHONE, '+1', '+1'],
  [PHONE, '+1 5', '(5'],
  [DOTTED, '1 512 555 2368', '512.555.2368'],
  [WITH_CODE, '5125552368', '+1 512 555 2368'],
  [WITH_CODE, '1 (512) 555-2368', '+1 512 555 2368'],
  [WITH_CODE, '+15125552368', '+1 512 555 2368'],
  [ZIP, '78701', '78701'],
  [ZIP, ' 78701 ', '78701'],
  [ZIP, '78701-1234', '78701'],
  [ZIP, '78701–1234', '78701'],
  [ZIP, '78701 1234', '78701'],
  [ZIP, '787011234', '78701'],
  [DATE, '01022026', '01/02/2026'],
])('%j turns %j into %j', ([pattern, forPhone], text, shown) => {
  expect(maskitoTransform(text, maskOptions(pattern, forPhone))).toBe(shown)
})

test.each([
  [PHONE, '+91 98765 43210'],
  [PHONE, '+44 7911 123456'],
  [PHONE, '0044 7911 123456'],
  [PHONE, '+33 1 42 68 53 00'],
  [PHONE, '512 555 23 68 99'],
  [PHONE, '+1 512 555 2368 99'],
  [PHONE, '1512555236899'],
  [PHONE, '512-555-2368 x9'],
  [PHONE, '512-555-CALL'],
  [PHONE, '1-800-FLOWERS'],
  [PHONE, '٥١٢٥٥٥٢٣٦٨'],
  [DOTTED, '+91 98765 43210'],
  [WITH_CODE, '+91 98765 43210'],
  [WITH_CODE, '51255523689'],
  [ZIP, '787011'],
  [ZIP, '7870-1234'],
  [ZIP, 'K1A 0B6'],
  [DATE, '01/02/20266'],
])('%j leaves other text unchanged: %j', ([pattern, forPhone], text) => {
  expect(maskitoTransform(text, maskOptions(pattern, forPhone))).toBe(text)
})

test.each([
  [PHONE, '(125) 552-368'],
  [DOTTED, '125.552.368'],
  [WITH_CODE, '+1 125 552 368'],
])('%j treats a 1 in its own format as a digit: %j', ([pattern, forPhone], text) => {
  expect(maskitoTransform(text, maskOptions(pattern, forPhone))).toBe(text)
})

test.each([
  [PHONE, '', '1', ''],
  [PHONE, '(', 'x', ''],
  [PHONE, '(512) 555-2368', '9', '9'],
  [PHONE, '', '+', '+'],
  [PHONE, '', '+15125552368', '5125552368'],
  [ZIP, '7870', '1', '1'],
  [ZIP, '78701', '2', ''],
  [ZIP, '', '787012', '787012'],
  [ZIP, '', '78701-1234', '78701'],
])(
  '%j with %j in it, and %j typed or pasted after it, accepts %j',
  ([pattern, forPhone], value, data, taken) => {
    const [preprocess] = maskOptions(pattern, forPhone).preprocessors!
    const elementState = { value, selection: [value.length, value.length] as const }
    expect(preprocess!({ elementState, data }, 'insert').data).toBe(taken)
  },
)
