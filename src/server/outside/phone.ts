import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { bareNumber } from '../../flow/kernel/text.ts'
import type { Check } from './checked.ts'

/** Checks if a person in the US or its territories can be called there. It takes a whole national number, with or without +1. In
 *  addition to libphonenumber's rules, it refuses extensions; pay, toll-free and personal numbers, which aren't a person's line; and
 *  exchanges without subscribers. */
export const phoneCheck: Check = async (text) => {
  const number = bareNumber(text)
  const phone = /^\d{10}$/.test(number) ? parsePhoneNumberFromString(number, 'US') : undefined
  const valid =
    phone !== undefined &&
    phone.isValid() &&
    COUNTRIES.has(phone.country ?? '') &&
    !NOBODY.has(phone.getType() ?? '') &&
    !UNASSIGNED.test(phone.nationalNumber)
  return { valid }
}

/** The territories share the country code +1 and the ZIP codes. */
const COUNTRIES: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP'])
const NOBODY: ReadonlySet<string> = new Set([
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'PERSONAL_NUMBER',
])
/** Exchanges 555, for information and fiction, and N11, for services such as 911. Source: NANPA. */
const UNASSIGNED = /^\d{3}(555|[2-9]11)/
