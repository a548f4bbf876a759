import type { Rule } from '../../../schemas/kernel/rule.ts'
import { inWords } from '../../flow/inWords.ts'
import { quoted } from '../kernel/ruleWords.ts'
import type { Node } from '../solve/diagram.ts'
import type { Answering } from '../elements/authoring.ts'
import type { Course, Leg } from '../solve/reach.ts'
import { isTyped } from './limit.ts'
import { basesOf } from '../solve/stops.ts'
import { computedField } from '../../flow/answers/computations.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'

/** Number of values that a reader can take in. */
const LISTED = 6

/** Possible values of a rule's fields among visitors: 'At that point, injured is "yes" or not answered.' `legs` are the steps that they have
 *  passed. */
export function knownFields(
  { space, flow, predicates, legs: all }: Course,
  rule: Rule,
  { visitors, legs }: { visitors: Node; legs: readonly Leg[] },
): string {
  const { diagram, fields } = space
  const names = [...new Set(conditionsOf(rule).map(({ field }) => field))]
  const facts = names.flatMap((name) => {
    const computed = computedField(flow, name)
    // An address can have any text.
    if (computed?.compute === 'address_parameter') return []
    if (computed) {
      const values = predicates.valuesOf(name, visitors)
      return [
        PROOF_PROBLEMS.fieldIs(
          name,
          inWords(
            values.map((value) => (value === null ? NOT_KNOWN : quoted(value))),
            'or',
          ),
        ),
      ]
    }
    const field = basesOf(flow, name).length === 1 ? fields.get(name) : undefined
    if (!field || field.ticks.length > 0) return []
    const given = new Set(legs.flatMap(({ stop }) => stop.asks.flatMap((ask) => valuesOf(ask, name))))
    const values = diagram.valuesOf(visitors, field.text).sort((a, b) => Number(a === 0) - Number(b === 0))
    const words = values.flatMap((value) =>
      value === 0
        ? [NOT_ANSWERED]
        : wordsFor(
            field.cells[value - 1]!.filter((one) => given.has(one)),
            isTyped(all, name),
          ),
    )
    return words.length > LISTED ? [] : [PROOF_PROBLEMS.fieldIs(name, inWords(words, 'or'))]
  })
  return facts.length === 0 ? '' : `At that point, ${facts.join(', and ')}.`
}

/** Texts that an element can give a field. */
function valuesOf(ask: Answering, name: string): readonly string[] {
  if (ask.kind === 'single') return ask.field === name ? ask.values : []
  if (ask.kind === 'parts') return ask.parts.flatMap(({ field, values }) => (field === name ? values : []))
  return ask.options.some(({ saved }) => saved === name) ? ['yes', 'no'] : []
}

/** Values of one cell; for typed values, an example. */
function wordsFor(cell: readonly string[], typed: boolean): string[] {
  return typed ? [PROOF_PROBLEMS.somethingLike(quoted(cell[0]!))] : cell.map(quoted)
}

const NOT_ANSWERED = 'not answered'
const NOT_KNOWN = 'not known'
