import type { Problem } from '../../../../schemas/author/problem.ts'
import { isA } from '../../../flow/elements/kinds.ts'
import { looksAtOutcome, rulesIn } from '../../../flow/results.ts'
import type { ValidParts, PlacedStep } from '../validParts.ts'
import { STEP_PROBLEMS } from '../../../texts/author/stepProblems.ts'

/** Checks that the outcome of a lead is shown only after it can exist. */
export function checkOutcomes({ steps, offerOrder }: ValidParts): Problem[] {
  const ordered = (offerOrder ?? []).flatMap((key) => steps.filter(({ offer }) => offer === key))
  // A step’s own lead is sent when the step is left.
  const firstLead = ordered.findIndex(sendsLead)
  return ordered.slice(0, firstLead + 1).flatMap(({ leaves, value: step }) =>
    leaves
      .filter(({ value }) => isA(value, 'outcome') || (value && rulesIn(value).some(looksAtOutcome)))
      .map(({ at }) => ({
        code: 'outcome_early',
        at,
        ...STEP_PROBLEMS.outcomeEarly(step?.name),
      })),
  )
}

function sendsLead({ value: step }: PlacedStep): boolean {
  return (step?.execute_actions ?? []).some(({ name }) => name === 'send_lead')
}
