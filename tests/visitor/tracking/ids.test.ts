import { expect, test } from 'vitest'
import { everflow } from '../../../src/visitor/tracking/everflowScript.ts'
import { jornaya } from '../../../src/visitor/tracking/jornayaScript.ts'
import { trustedForm } from '../../../src/visitor/tracking/trustedFormScript.ts'

const FORTY = '454a35b802f3e7b63ffabb4efedb7c6ebe67886c'
const CERTIFICATE = `https://cert.trustedform.com/${FORTY}`

test.each([
  [CERTIFICATE, CERTIFICATE],
  [`http://cert.trustedform.com/${FORTY}/`, CERTIFICATE],
  [`${CERTIFICATE}${FORTY}`, `${CERTIFICATE}${FORTY}`],
  ['https://cert.trustedform.com/0.ab.cd', 'https://cert.trustedform.com/0.ab.cd'],
  ['', null],
  [FORTY, null],
  [`https://cert.trustedform.com.evil.example/${FORTY}`, null],
  [`https://cert.trustedform.com/${FORTY}?x`, null],
  [`javascript:'${CERTIFICATE}'`, null],
])('TrustedForm: the certificate of “%s” is %s', (value, id) => {
  expect(trustedForm('').idOf(value)).toBe(id)
})

test.each([
  ['0B87C0C0-1111-4000-8000-00000000000A', true],
  ['0b87c0c0-1111-4000-8000-00000000000a', true],
  ['', false],
  ['0B87C0C0', false],
  ['0B87C0C0-1111-4000-8000-00000000000A ', false],
])('Jornaya: “%s” is a token: %s', (value, isToken) => {
  expect(jornaya('').idOf(value)).toBe(isToken ? value : null)
})

test.each([
  ['ef'.repeat(16), true],
  ['', false],
  ['<b>', false],
])('Everflow: “%s” is a transaction: %s', (value, isTransaction) => {
  expect(everflow('', {}).idOf(value)).toBe(isTransaction ? value : null)
})

test('Everflow: the click in the address is known before any script loads', () => {
  expect(everflow('', { _ef_transaction_id: 'T-12345678' }).look()).toBe('T-12345678')
})
