import type { ExternalValidation } from '../../../schemas/elements/element.ts'
import type { Settings } from '../settings/settings.ts'
import type { Check } from './checked.ts'
import { emailCheckOf } from './mailHost.ts'
import { phoneCheck } from './phone.ts'
import { zipCheck } from './zip.ts'

/** Checks that a flow can ask for, by name. */
export type Checks = Readonly<Record<ExternalValidation, Check>>

/** Makes the checks for these settings. One set serves the whole server, so that callers share results. */
export function checksOf(settings: Pick<Settings, 'emailDns'>): Checks {
  return { email: emailCheckOf(settings), phone: phoneCheck, zip: zipCheck }
}
