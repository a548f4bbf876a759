import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Check } from './check.ts'

/** Whether a person in the US or its territories can be called there: a whole national number, with or without +1.
 *  Refused besides what libphonenumber refuses: extensions, pay and toll-free numbers, which are no person's, and the
 *  numbers that are reserved for fiction. */
export const phoneCheck: Check = async (text) => {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  const valid =
    phone !== undefined &&
    phone.isValid() &&
    COUNTRIES.has(phone.country ?? '') &&
    !phone.ext &&
    !NOBODY.has(phone.getType() ?? '') &&
    !FICTION.test(phone.nationalNumber)
  return { valid }
}

/** The territories share the country code +1 and the ZIP codes. */
const COUNTRIES: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP'])
const NOBODY: ReadonlySet<string> = new Set(['TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'UAN'])
/** 555-0100 to 555-0199 of every area code. Source: NANPA, 555 line numbers. */
const FICTION = /^\d{3}55501\d\d$/
