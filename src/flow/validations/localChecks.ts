import type { LocalValidation } from '../../../schemas/elements/element.ts'
import type { Sentences } from '../../texts/languages/sentences.ts'
import { allowedAge } from './checks/allowedAge.ts'
import { birthDate } from './checks/birthDate.ts'
import { max, min, notAfter, notBefore, sameAs } from './checks/comparisons.ts'
import { emailShape } from './checks/emailShape.ts'
import type { Ages, LocalCheck } from './checks/localCheck.ts'
import { phoneShape } from './checks/phoneShape.ts'
import { required } from './checks/required.ts'
import { storyLength } from './checks/storyLength.ts'
import { zipShape } from './checks/zipShape.ts'

/** Every validation that needs no server. The schema names them, and the compiler requires each one here, for its message
 *  (src/texts/answerErrors.ts), and for authors (src/author/elements). Source: spec, section 5. */
export const LOCAL: Record<LocalValidation['name'], LocalCheck> = {
  required,
  email: emailShape,
  email_format: emailShape,
  phone: phoneShape,
  zip: zipShape,
  date_of_birth: birthDate,
  age: allowedAge,
  description: storyLength,
  min,
  max,
  same_as: sameAs,
  not_before: notBefore,
  not_after: notAfter,
}

/** Message of such a validation for a refused value. `to` is the allowed number, or the label of the field to compare with. */
export function localError(
  { LOCAL_ERRORS }: Pick<Sentences, 'LOCAL_ERRORS'>,
  name: LocalValidation['name'],
  label: string,
  { to, ages }: { to?: string | number | undefined; ages?: Ages } = {},
): string {
  return LOCAL_ERRORS[name](label, LOCAL[name].least ?? to, ages)
}
