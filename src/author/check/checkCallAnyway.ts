import type { Problem } from '../../../schemas/author/problem.ts'
import { callAnywayField } from '../../flow/answers/optOut.ts'
import { isA } from '../../flow/elements/kinds.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'
import { leafFields } from './references.ts'

/** Checks that a call_anyway step has one consent, for all buyers, under the field that lifts Global Privacy Control for its offer. */
export function checkCallAnyway(flow: ValidParts): Problem[] {
  return flow.steps.flatMap(({ at, value: step, offer, leaves }) => {
    if (step?.type !== 'call_anyway' || leaves.some(({ value }) => value === null)) return []
    const consents = leaves.flatMap(({ value }) => (isA(value, 'consent') ? value! : []))
    const fields = consents.flatMap((consent) => leafFields(flow, consent))
    const isRight = fields.length === 1 && fields[0] === callAnywayField(offer)
    if (isRight && consents.every(({ seller }) => seller === undefined)) return []
    return [
      {
        code: 'call_anyway_consent',
        at: [...at, 'questions'],
        ...STEP_PROBLEMS.callAnywayConsent(step.name, callAnywayField(offer)),
      },
    ]
  })
}
