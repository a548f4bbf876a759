import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { journeysOf } from '../../../src/cli/seed/journeysOf.ts'
import { decode } from '../../../src/flow/answers/data.ts'
import { findStep, stepId } from '../../../src/flow/elements/elements.ts'
import type { Fields } from '../../../src/flow/answers/fields.ts'
import { walk } from '../../../src/flow/walk.ts'

/** A rule, and the fields known where it is evaluated. */
export interface Asked {
  rule: Rule
  fields: Fields
}

const VISITORS = 20
const TODAY = '2026-11-20'

/** Every rule of a flow at every stop that made-up visitors reach, each with a rule that contains three of them. */
export function questionsOf(flow: Flow): Asked[] {
  const origin = { today: TODAY, query: {} }
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  const own = steps.flatMap(({ display_rules = [] }) => display_rules)
  const nested = own.map((rule, at): Rule => {
    const [next, third] = [own[(at + 1) % own.length]!, own[(at + 2) % own.length]!]
    return { operator: 'or', conditions: [{ operator: 'and', conditions: [rule, next] }, third] }
  })
  const ruleOf = new Map(own.map((rule, at) => [rule, [rule, nested[at]!]]))
  return journeysOf(flow, { seed: 1, now: Date.parse(TODAY) })
    .slice(0, VISITORS)
    .flatMap(({ arrival, moves }) => {
      const answers = Object.fromEntries(
        [...arrival, ...moves.flatMap(({ effects }) => effects)].flatMap((effect) => {
          if (effect.type !== 'step') return []
          const decoded = decode(flow, findStep(flow, effect.step)!, effect.answers)
          return 'data' in decoded ? [[stepId(effect.step), decoded.data]] : []
        }),
      )
      return walk(flow, origin, answers).trail.flatMap(({ step, before }) =>
        (step.display_rules ?? []).flatMap((rule) =>
          ruleOf.get(rule)!.map((rule) => ({ rule, fields: before })),
        ),
      )
    })
}
