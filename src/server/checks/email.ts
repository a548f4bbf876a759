import MailChecker from 'mailchecker'
import validator from 'validator'
import type { Check } from './check.ts'
import { likelyMeant } from './misspelling.ts'

/** Whether mail could reach a person there: a well-formed address on a domain that does not throw mail away. */
export const emailCheck: Check = async (text) => {
  const address = text.trim()
  if (!wellFormed(address)) return { valid: false }
  const suggestion = likelyMeant(address)
  return {
    valid: FORWARDERS.test(address) || MailChecker.isValid(address),
    ...(suggestion !== null && { suggestion }),
  }
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
