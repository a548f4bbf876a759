import type { ExternalValidation } from '../../../schemas/element.ts'
import type { Settings } from '../settings/settings.ts'
import type { Check } from './checked.ts'
import { emailCheckOf } from './mailHost.ts'
import { phoneCheck } from './phone.ts'
import { zipCheck } from './zip.ts'

/** The checks that a flow can ask for, by name. */
export type Checks = Readonly<Record<ExternalValidation, Check>>

/** The checks as the settings want them. One set serves the whole server: what one caller found out, the next one knows. */
export function checksOf(settings: Pick<Settings, 'emailDns'>): Checks {
  return { email: emailCheckOf(settings), phone: phoneCheck, zip: zipCheck }
}
