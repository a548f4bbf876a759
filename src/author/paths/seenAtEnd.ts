import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { leaves, submits } from '../../flow/elements/elements.ts'
import type { PassedOn } from '../../flow/redirects.ts'
import { BUYER_FIELD, resultFields, SENT_RESULTS } from '../../flow/results.ts'
import { allHold, holds } from '../../flow/rules.ts'
import type { Walk } from '../../flow/walk.ts'
import { endLine } from '../simulate/endWords.ts'
import { outcomesOf, shownWith } from '../simulate/shownAtEnd.ts'
import { placeOf } from '../simulate/trace.ts'
import { endRulesOf } from '../solve/solvedEnds.ts'
import { nameOf } from './names.ts'

/** Names of the ways and changes of an end's rules that a visitor at that end shows. */
export type SeenAtEnd = (
  way: Pick<Walk, 'current' | 'fields'>,
  visitor: { origin: Origin; answers: Answers },
) => string[]

/** `changed` has the changes of each rule. */
export function openEnds(
  flow: Flow,
  changed: ReadonlyMap<Rule, readonly { name: string; changed: Rule }[]>,
): SeenAtEnd {
  return ({ current, fields }, { origin, answers }) => {
    if (!current) return []
    const { step } = current
    const canBeLeft = leaves(step.questions).some(submits)
    const lists = endRulesOf({ step, at: placeOf(flow, current), canBeLeft })
    if (!lists.some(({ rules }) => rules.length > 0)) return []
    return outcomesOf({ flow, origin }, { answers, current }, fields).flatMap((visitor) => {
      const known = { ...visitor.fields, ...resultFields(flow, visitor.fates) }
      const shown = lineOf(flow, step, visitor)
      return lists.flatMap(({ at, rules, earlier, buyer }) => {
        if (earlier.some((list) => allHold(list, known))) return []
        if (buyer !== undefined && SENT_RESULTS.has(known[BUYER_FIELD + buyer])) return []
        return rules.flatMap((rule, n) => {
          const isMet = holds(rule, known)
          const way = nameOf([...at, n], isMet ? 'holds' : 'fails')
          if (!allHold(rules.toSpliced(n, 1), known)) return [way]
          const noticed = (changed.get(rule) ?? []).filter(
            (change) =>
              holds(change.changed, known) !== isMet &&
              lineOf(flow, withRule(step, rule, change.changed), visitor) !== shown,
          )
          return [way, ...noticed.map(({ name }) => name)]
        })
      })
    })
  }
}

function lineOf(flow: Flow, step: Step, visitor: PassedOn): string | null {
  const end = shownWith(flow, step, visitor)
  return end && endLine(end)
}

/** A copy with `other` in place of `rule`. */
function withRule<T>(part: T, rule: Rule, other: Rule): T {
  if ((part as unknown) === rule) return other as T
  if (Array.isArray(part)) return part.map((one: unknown) => withRule(one, rule, other)) as T
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [key, withRule(value, rule, other)]),
  ) as T
}
