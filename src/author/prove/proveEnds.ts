import type { Problem } from '../../../schemas/author/problem.ts'
import type { ExecuteAction, Flow } from '../../../schemas/flow/flow.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { rulesText } from '../kernel/ruleWords.ts'
import { decided } from '../solve/decided.ts'
import { NOTHING } from '../solve/diagram.ts'
import { leadsOf } from '../solve/leadOutcomes.ts'
import { reach, type Course, type Reached } from '../solve/reach.ts'
import { endReads, endRulesOf, neverMet } from '../solve/solvedEnds.ts'
import { prepare } from '../solve/solve.ts'
import { answered, type FieldRead } from '../solve/space.ts'
import type { Stop } from '../solve/stops.ts'
import { witness } from '../solve/witness.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'

/** Finds what an end never shows to anyone, and leads that one visit sends to a buyer twice. Both depend on answers that must be known
 *  for long, so they are proven apart: if they can't be decided, all other proofs still can. */
export function proveEnds(flow: Flow, today: string): Problem[] {
  const found = decided(() => {
    const course = prepare(flow, today, (stops) => [...endReads(flow, stops), ...repeatReads(stops)])
    const stops = course.legs.map(({ stop }) => stop)
    if (stops.every((stop) => endRulesOf(stop).length === 0) && repeats(stops).length === 0) return []
    const reached = reach(course)
    return [...unseen(course, reached), ...sentTwice(course, reached)]
  })
  return found ?? []
}

function unseen(course: Course, reached: readonly Reached[]): Problem[] {
  return course.legs.flatMap(({ stop }, index) =>
    neverMet(course, reached, index).map(({ at, rules }) => ({
      code: 'never_shown',
      at: at.slice(0, -1),
      ...PROOF_PROBLEMS.neverShown(stepId(stop.ref), rulesText(rules)),
    })),
  )
}

/** Two actions of one offer that send its lead to the same buyer. */
interface Repeat {
  first: { index: number; action: ExecuteAction }
  second: { index: number; action: ExecuteAction; at: Problem['at'] }
  buyer: string
}

function repeats(stops: readonly Stop[]): Repeat[] {
  const sending = stops.flatMap(({ step, ref, at }, index) =>
    (step.execute_actions ?? []).flatMap((action, n) =>
      (action.buyers ?? []).map((buyer, b) => ({
        index,
        action,
        buyer,
        offer: ref.offer_key,
        at: [...at, 'execute_actions', n, 'buyers', b],
      })),
    ),
  )
  return sending.flatMap((second, n) =>
    sending
      .slice(0, n)
      .filter(({ offer, buyer }) => offer === second.offer && buyer === second.buyer)
      .map((first) => ({ first, second, buyer: second.buyer })),
  )
}

/** Fields that decided about the first lead, which must be known where the second is sent. */
function repeatReads(stops: readonly Stop[]): FieldRead[] {
  return repeats(stops).flatMap(({ first, second }) =>
    decidingRules(stops, first)
      .flatMap(conditionsOf)
      .map(({ field }) => ({ field, moment: answered(second.index) })),
  )
}

function decidingRules(stops: readonly Stop[], { index, action }: Repeat['first']) {
  return [...(stops[index]!.step.display_rules ?? []), ...(action.rules ?? [])]
}

function sentTwice(course: Course, reached: readonly Reached[]): Problem[] {
  const { diagram } = course.space
  const stops = course.legs.map(({ stop }) => stop)
  const reported = new Set<string>()
  return repeats(stops).flatMap(({ first, second, buyer }): Problem[] => {
    const { index, action, at } = second
    const rules = [...decidingRules(stops, first), ...(action.rules ?? [])]
    const states = diagram.and(reached[index]!.after, ...rules.map(course.predicates.rule))
    if (states === NOTHING || reported.has(at.join())) return []
    const visitor = witness(course, reached, { index, states, when: 'after' })
    if (!visitor) return []
    const sent = leadsOf(course, visitor, null).filter(
      ({ fate, buyers }) => fate === 'sending' && buyers.includes(buyer),
    )
    if (sent.length < 2) return []
    reported.add(at.join())
    const [one, other] = [first, second].map(({ index }) => stepId(stops[index]!.ref))
    const name = course.flow.ui_config.buyers?.[buyer]?.name ?? buyer
    return [{ code: 'sent_twice', at, ...PROOF_PROBLEMS.sentTwice(name, one!, other!), witness: visitor }]
  })
}
