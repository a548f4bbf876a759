import { expect, test } from 'vitest'
import { LEAD_NAMES } from '../../../src/flow/answers/leadNames.ts'
import { leadPayload } from '../../../src/server/leads/leadPayload.ts'

const session = {
  language: 'es' as const,
  aff_id: '86',
  ip: '192.0.2.7',
  user_agent: 'a phone',
  page_url: 'https://claims.example/?affid=86',
  origin: { today: '2026-11-21', query: {} },
  clicks: [],
  tracking: {},
}

test.each([
  ['(512) 555-2368', { phone: '5125552368', formatted_phone: '(512) 555-2368' }],
  ['512.555.2368', { phone: '5125552368', formatted_phone: '512.555.2368' }],
  ['+1 512-555-2368', { phone: '5125552368', formatted_phone: '+1 512-555-2368' }],
  ['\u202a512–555‑2368\u202c', { phone: '5125552368', formatted_phone: '\u202a512–555‑2368\u202c' }],
  ['15125552368', { phone: '5125552368', formatted_phone: '15125552368' }],
  [' 512 555 2368 ', { phone: '5125552368', formatted_phone: ' 512 555 2368 ' }],
])('the phone %j is sent as bare digits, and as typed', (phone, expected) => {
  expect(leadPayload({ phone }, session, '2026-11-21')).toMatchObject(expected)
})

test.each([
  ['Male', 'm'],
  ['Female', 'f'],
  ['Other', 'f'],
])('the gender %s is %s', (gender, expected) => {
  expect(leadPayload({ gender }, session, '2026-11-21')['gender']).toBe(expected)
})

test('a gender that wasn’t asked isn’t invented', () => {
  expect(leadPayload({}, session, '2026-11-21')).not.toHaveProperty('gender')
})

test.each([
  ['1985-11-21', '41'],
  ['1985-11-22', '40'],
  ['2004-02-29', '22'],
])('a visitor born on %s is %s on November 21, 2026', (dob, age) => {
  expect(leadPayload({ dob }, session, '2026-11-21')).toMatchObject({ dob, age })
})

test.each([
  'https://cert.trustedform.com/454a35b802f3e7b63ffabb4efedb7c6ebe67886c',
  'http://cert.trustedform.com/454a35b802f3e7b63ffabb4efedb7c6ebe67886c/',
])('the certificate %s is sent as its address and as its ID', (told) => {
  const url = 'https://cert.trustedform.com/454a35b802f3e7b63ffabb4efedb7c6ebe67886c'
  const tracking = { trustedform_cert_url: told }
  expect(leadPayload({}, { ...session, tracking }, '2026-11-21')).toMatchObject({
    trusted_form_cert_url: url,
    trusted_form_cert_id: '454a35b802f3e7b63ffabb4efedb7c6ebe67886c',
  })
})

test('session data is included, lists stay lists, and wc is included only if the address has it', () => {
  const lead = leadPayload({ injuries: ['neck', 'back'] }, session, '2026-11-21')
  expect(lead).toEqual({
    injuries: ['neck', 'back'],
    affid: '86',
    ip_address: '192.0.2.7',
    user_agent: 'a phone',
    landing_page_url: 'https://claims.example/?affid=86',
    visitor_language: 'es',
  })
  const fromWc = { ...session, origin: { ...session.origin, query: { wc: '1' } } }
  expect(leadPayload({}, fromWc, '2026-11-21')['wc']).toBe('true')
})

test.each([
  ['an empty wc', { ...session, origin: { ...session.origin, query: { wc: '' } } }, 'wc'],
  ['no certificate', session, 'trusted_form_cert_id'],
  ['no phone number', session, 'formatted_phone'],
  ['no date of birth', session, 'age'],
  ['a date of birth that is none', session, 'age'],
])('missing data is left out: %s', (what, of, field) => {
  const fields: Record<string, string> = what === 'a date of birth that is none' ? { dob: '1985-02-30' } : {}
  expect(leadPayload(fields, of, '2026-11-21')).not.toHaveProperty(field)
})

test('a lead has its visitor’s language', () => {
  const { language: _, ...silent } = session
  expect(leadPayload({}, silent, '2026-11-21')['visitor_language']).toBe('en')
  expect(leadPayload({}, session, '2026-11-21')['visitor_language']).toBe('es')
})

test('other tracking IDs are sent under their own names', () => {
  const tracking = { jornaya_lead_id: 'J-1', ef_transaction_id: 'E-1' }
  expect(leadPayload({}, { ...session, tracking }, '2026-11-21')).toMatchObject(tracking)
})

test('the click is the one its script reported, otherwise the one in the address', () => {
  const origin = { ...session.origin, query: { _ef_transaction_id: 'E-2' } }
  const click = (of: Parameters<typeof leadPayload>[1]) =>
    leadPayload({}, of, '2026-11-21')['ef_transaction_id']
  expect(click({ ...session, origin })).toBe('E-2')
  expect(click({ ...session, origin, tracking: { ef_transaction_id: 'E-1' } })).toBe('E-1')
})

test('has the newest click if the visitor arrived by more than one', () => {
  const origin = { ...session.origin, query: { _ef_transaction_id: 'E-1' } }
  const click = {
    query: { _ef_transaction_id: 'E-2' },
    page_url: 'https://claims.example/?affid=104',
    referrer: '',
    at: 1,
  }
  const earlier = { ...click, page_url: 'https://claims.example/?affid=99', query: { affid: '99' } }
  expect(
    leadPayload({}, { ...session, aff_id: '104', origin, clicks: [earlier, click] }, '2026-11-21'),
  ).toMatchObject({
    affid: '104',
    ef_transaction_id: 'E-2',
    landing_page_url: 'https://claims.example/?affid=104',
  })
})

test('a lead never carries what only a delivery may add', () => {
  const lead = leadPayload({ phone: '(512) 555-2368' }, session, '2026-11-21')
  expect(Object.keys(lead).filter((name) => name.startsWith('lp_'))).toEqual([])
})

test('reserved field names are exactly those that a lead sets itself', () => {
  const origin = { today: '2026-11-21', query: { wc: '1' } }
  const tracking = {
    trustedform_cert_url: 'https://cert.trustedform.com/454a',
    jornaya_lead_id: '0B1C',
    ef_transaction_id: 'a1b2',
  }
  const { phone, ...own } = leadPayload({ phone: '512' }, { ...session, origin, tracking }, '2026-11-21')
  expect([phone, Object.keys(own).sort()]).toEqual(['512', LEAD_NAMES])
})
