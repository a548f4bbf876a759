import { PASSWORD_LENGTH } from '../../../schemas/people/people.ts'
import { PASSWORD_FAULTS } from '../../texts/desk/accountSentences.ts'

/** Why a password is too easily guessed, in a sentence; null when it is not. Length counts most; no rule asks for signs of some
 *  kind. Source: NIST SP 800-63B-4, section 3.1.1.2. */
export function passwordFault(password: string, name: string): string | null {
  const { least, most } = PASSWORD_LENGTH
  const { length } = Array.from(password)
  if (length < least || length > most) return PASSWORD_FAULTS.length(least, most)
  const plain = password.toLowerCase()
  if (name !== '' && plain.includes(name.toLowerCase())) return PASSWORD_FAULTS.name
  if (new Set(plain).size < LEAST_DIFFERENT) return PASSWORD_FAULTS.sameSigns(LEAST_DIFFERENT)
  return null
}

const LEAST_DIFFERENT = 5
