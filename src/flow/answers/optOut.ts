import type { Flow } from '../../../schemas/flow/flow.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import { asksForPersonalData, stepId } from '../elements/elements.ts'
import { once } from '../kernel/once.ts'
import { fieldOf, isAnswered, type Fields } from './fields.ts'

/** Field of the consent to be called about an offer in spite of Global Privacy Control. */
export const callAnywayField = (offer_key: string) => `${offer_key}_call_anyway`

/** True if the visitor opted out of the sale, and didn't ask for calls about this offer anyway. Only Global Privacy Control, which
 *  browsers send to every site, leaves that choice: one who asked us not to sell is not asked again for 12 months. Source: Cal. Civ. Code
 *  1798.135(c)(4). */
export function isOptedOut({ opt_out }: Origin, offer_key: string, fields: Fields): boolean {
  return opt_out !== undefined && !(opt_out === 'gpc' && asksForCall(offer_key, fields))
}

/** True if the visitor consented to calls about this offer in spite of Global Privacy Control. */
export function asksForCall(offer_key: string, fields: Fields): boolean {
  return isAnswered(fieldOf(fields, callAnywayField(offer_key)))
}

/** True if an opted-out visitor who will not be called skips the step: it asks for data that would not be used. */
export function isForCallOnly(flow: Flow, step: StepRef): boolean {
  return callSteps(flow).has(stepId(step))
}

/** IDs of the steps that ask for personal data or a consent, in offers with a call_anyway step, after that step. */
const callSteps = once(
  ({ ui_config }: Flow): ReadonlySet<string> =>
    new Set(
      Object.entries(ui_config.offers).flatMap(([offer_key, { steps }]) => {
        const offered = steps.findIndex(({ type }) => type === 'call_anyway')
        return steps
          .slice(offered + 1)
          .filter((step) => offered >= 0 && asksForPersonalData(step))
          .map(({ name }) => stepId({ offer_key, step_key: name }))
      }),
    ),
)
