import { expect, test } from 'vitest'
import { namesPerson, reachesPerson } from '../../../../src/server/delivery/namesPerson.ts'

const NAMING =
  'firstName first_name last-name name full_name email Email2 work_email phone phone_1 phoneNumber homePhone street streetAddress address_1 ip ip_address ipAddress ssn mobile mobile_number'
const FREE =
  'mobile_home phone_type best_contact_time company_name zip zip_code state city age date_of_birth gender loan_amount debt tip description has_attorney'

test.each(NAMING.split(' '))('a ping may not have the field %s', (field) => {
  expect(namesPerson(field)).toBe(true)
})

test.each(FREE.split(' '))('a ping may have the field %s', (field) => {
  expect(namesPerson(field)).toBe(false)
})

test.each(['ann@example.com', 'Ann <ann@example.com>', '(512) 555-2368', '+1 512.555.2368', '15125552368'])(
  'a value such as %s reaches the visitor',
  (value) => {
    expect(reachesPerson(value)).toBe(true)
  },
)

test.each(['78701', '78701-1234', '2026-11-26', '1500000', '1764164341', 'TX', '', 'roof @ home'])(
  'a value such as %s is left out of every ping',
  (value) => {
    expect(reachesPerson(value)).toBe(false)
  },
)
