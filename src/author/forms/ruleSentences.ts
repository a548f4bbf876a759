import { FORM } from '../../texts/studio/formScreen.ts'
import { comparableFields } from '../complete/flowNames.ts'
import { list, record } from '../complete/shapes.ts'
import { isSentence, relationOf } from './ruleParts.ts'

/** A rule as a sentence, in full. */
export function ruleSentence(document: unknown, rule: unknown): string {
  const { operator, conditions } = record(rule)
  const parts = list(conditions).map((each) => {
    const inner = record(each)
    return Array.isArray(inner['conditions'])
      ? `(${ruleSentence(document, inner)})`
      : sentenceOf(document, inner)
  })
  return parts.join(operator === 'or' ? FORM.or : FORM.and) || FORM.emptyRule
}

/** A comparison as a sentence: “Do you own your home?” is “Yes”. */
function sentenceOf(document: unknown, members: Record<string, unknown>): string {
  if (!isSentence(members)) return JSON.stringify(members)
  const { field, arg } = members
  const known = comparableFields(document).find(({ name }) => name === field)
  const relation = relationOf(members)
  const value = known?.values.find((one) => one.value === arg)?.text ?? arg
  const isBare = relation === 'answered' || relation === 'unanswered'
  const asked = known && known.label !== field ? FORM.quoted(known.label) : field
  const said = typeof value === 'string' ? FORM.quoted(value) : String(value)
  return [asked, FORM.rule.relations[relation], !isBare && said].filter(Boolean).join(' ')
}
