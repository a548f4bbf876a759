import type { Problem } from '../../../schemas/author/problem.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import type { Deciding } from '../../../schemas/author/trace.ts'
import { fieldOf, isAnswered, type Fields } from '../../flow/answers/fields.ts'
import { holds } from '../../flow/rules.ts'

type Path = Problem['at']

export interface Why {
  holds: boolean
  /** Comparisons that alone decide the outcome: while they stay the same, no other can change it. */
  because: Deciding[]
}

/** Explains why all of `rules` hold for `fields`, or why the first failing one does not. `at` is the path of the list. */
export function whyAll(rules: readonly Rule[] | undefined, fields: Fields, at: Path = []): Why {
  return joined(
    'and',
    (rules ?? []).map((rule, index) => why(rule, fields, [...at, index])),
  )
}

/** Explains why `rule` holds for `fields`, or why not. Throws whenever `holds` throws. */
export function why(rule: Rule, fields: Fields, at: Path = []): Why {
  const parts = rule.conditions.map((part: Rule | Condition, index) => {
    const place = [...at, 'conditions', index]
    return 'conditions' in part ? why(part, fields, place) : whyOne(part, fields, place)
  })
  return parts.length === 0 ? { holds: true, because: [] } : joined(rule.operator ?? 'and', parts)
}

/** All parts together make an `and` true and an `or` false; for the opposite outcome, the first decisive part is enough. */
function joined(operator: 'and' | 'or', parts: readonly Why[]): Why {
  const one = operator === 'or'
  const decisive = parts.find((part) => part.holds === one)
  return decisive
    ? { holds: one, because: decisive.because }
    : { holds: !one, because: parts.flatMap(({ because }) => because) }
}

function whyOne(condition: Condition, fields: Fields, at: Path): Why {
  const value = fieldOf(fields, condition.field)
  const outcome = holds({ operator: null, conditions: [condition] }, fields)
  const { field, condition: comparison, arg } = condition
  return {
    holds: outcome,
    because: [
      { at, field, condition: comparison, arg, value: isAnswered(value) ? value : null, holds: outcome },
    ],
  }
}
