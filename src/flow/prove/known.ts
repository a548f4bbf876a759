import type { Rule } from '../../../schemas/rule.ts'
import { quoted } from '../ruleWords.ts'
import type { Node } from '../solve/diagram.ts'
import type { Course } from '../solve/reach.ts'
import { basesOf, computedField, conditionsOf } from '../solve/stops.ts'

/** More values than these say nothing to a reader. */
const LISTED = 6

/** What the fields of a rule can be among visitors: 'There injured is "yes" or not answered.' */
export function knownThere({ space, flow, predicates }: Course, rule: Rule, visitors: Node): string {
  const { diagram, fields } = space
  const names = [...new Set(conditionsOf(rule).map(({ field }) => field))]
  const facts = names.flatMap((name) => {
    if (computedField(flow, name)) {
      const values = predicates.valuesOf(name, visitors)
      return [`${name} is ${either(values.map((value) => (value === null ? NOT_KNOWN : quoted(value))))}`]
    }
    const field = basesOf(flow, name).length === 1 ? fields.get(name) : undefined
    if (!field || field.ticks.length > 0) return []
    const values = diagram.valuesOf(visitors, field.text)
    if (values.length > LISTED) return []
    return [
      `${name} is ${either(values.map((value) => (value === 0 ? NOT_ANSWERED : quoted(field.cells[value - 1]![0]!))))}`,
    ]
  })
  return facts.length === 0 ? '' : `There ${facts.join(', and ')}.`
}

const NOT_ANSWERED = 'not answered'
const NOT_KNOWN = 'not known'

/** 'a', 'a or b', 'a, b or c'. */
function either(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')
}
