import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { inWords } from '../../flow/inWords.ts'
import type { Stop } from '../solve/stops.ts'
import { placesOf } from './conflict.ts'
import { PROOF_PROBLEMS } from '../../texts/author/proofProblems.ts'

/** Problem with everything that was not decided: rules with their paths, and the leads of steps. */
export function undecidedProblem(
  stops: readonly Stop[],
  { rules, leads }: { rules: readonly Rule[]; leads: readonly string[] },
): Problem[] {
  if (rules.length === 0 && leads.length === 0) return []
  const places = placesOf(stops)
  const named = rules
    .flatMap((rule) => places.get(rule) ?? [])
    .sort((a, b) => a.order - b.order)
    .map(({ at, step, rule }) => ({ at, step, rule }))
  const open = [
    ...(named.length > 0
      ? [
          PROOF_PROBLEMS.whetherRules(
            named.length === 1 ? PROOF_PROBLEMS.oneRule : PROOF_PROBLEMS.rules(named.length),
          ),
        ]
      : []),
    ...(leads.length > 0 ? [PROOF_PROBLEMS.whetherLeads(inWords(leads, 'and'))] : []),
  ]
  return [
    {
      code: 'undecided',
      at: named[0]?.at ?? ['offer_order'],
      ...PROOF_PROBLEMS.undecided(inWords(open, 'and')),
      ...(named.length > 0 && { rules: named }),
    },
  ]
}
