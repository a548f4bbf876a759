import MailChecker from 'mailchecker'
import validator from 'validator'
import type { Check } from './check.ts'

/** Whether mail could reach a person there: a well-formed address on a domain that does not throw mail away. */
export const emailCheck: Check = async (text) => {
  const address = text.trim()
  return { valid: wellFormed(address) && (FORWARDERS.test(address) || MailChecker.isValid(address)) }
}

/** Listed as disposable, but these forward to the person's own mailbox for as long as the person likes. */
const FORWARDERS = /@duck\.com$/i

/** validator throws on a lone surrogate. */
function wellFormed(address: string): boolean {
  try {
    return validator.isEmail(address)
  } catch {
    return false
  }
}
