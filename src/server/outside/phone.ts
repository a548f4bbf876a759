import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { bareNumber } from '../../flow/kernel/text.ts'
import type { Check } from './checked.ts'

/** Checks if a person in the US or its territories can be called there. It takes a whole national number, with or without +1. In
 *  addition to libphonenumber's rules, it refuses extensions; pay, toll-free, and personal numbers, which aren't a person's line; and
 *  exchanges without subscribers. The visitor may insist on a number with an unknown area code. */
export const phoneCheck: Check = async (text) => {
  const number = bareNumber(text)
  const phone = /^\d{10}$/.test(number) ? parsePhoneNumberFromString(number, 'US') : undefined
  if (!phone || UNASSIGNED.test(number)) return { valid: false }
  if (!isAreaKnown(number)) return { valid: false, ...(SHAPE.test(number) && { insistable: true }) }
  const { country = '' } = phone
  return { valid: phone.isValid() && COUNTRIES.has(country) && !NOBODY.has(phone.getType() ?? '') }
}

/** True if libphonenumber knows any numbers with the area code. Newer area codes than its list exist. */
function isAreaKnown(number: string): boolean {
  return parsePhoneNumberFromString(`${number.slice(0, 3)}2345678`, 'US')?.isValid() ?? false
}

/** Shape of a number with an area code that may be assigned: not N11, N9X, 37X, or 96X, which are reserved, nor 700 and 710, which aren't a
 *  person's. Source: NANPA. */
const SHAPE = /^(?!.11|.9|37|96|7[01]0)[2-9]\d\d[2-9]\d{6}$/

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
