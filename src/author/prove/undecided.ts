import type { Problem } from '../../../schemas/problem.ts'
import type { Rule } from '../../../schemas/rule.ts'
import { inWords } from '../../flow/inWords.ts'
import type { Stop } from '../solve/stops.ts'
import { placesOf } from './conflict.ts'

/** What was not decided: rules, each where it stands, and the leads of steps. */
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
      ? [`whether ${named.length === 1 ? 'one rule' : `${named.length} rules`} can hold and can fail`]
      : []),
    ...(leads.length > 0
      ? [`whether every lead of ${inWords(leads, 'and')} is sent with consent and with what its buyers need`]
      : []),
  ]
  return [
    {
      code: 'undecided',
      at: named[0]?.at ?? ['offer_order'],
      message: `The rules of this flow depend on each other in too many ways. Not decided: ${inWords(open, 'and')}.`,
      hint: 'Let fewer rules look at answers that were given many steps before, and play these steps by leadloom simulate.',
      ...(named.length > 0 && { rules: named }),
    },
  ]
}
