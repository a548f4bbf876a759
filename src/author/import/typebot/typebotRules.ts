import { IMPORT_NOTES } from '../importNotes.ts'
import { PARAMETER, type ForeignParameter } from '../foreignForm.ts'
import { objectIn, objectsIn, textIn, type Json } from '../foreignJson.ts'
import type { Reading } from '../reading.ts'
import { answered, joinedIfSaid, not, type When } from '../when.ts'
import type { BotQuestion } from './typebotFields.ts'
import type { BotPart } from './typebotParts.ts'

/** Variables of a bot, as far as flows have them. */
export interface BotVariables {
  nameOf: (id: string) => string
  /** Records the question that fills a variable. */
  answered: (part: BotPart, question: BotQuestion) => void
  /** Source of a variable up to here: a question, or the field of an address parameter. */
  sourceOf: (id: string) => BotQuestion | { field: string } | undefined
  parameters: () => ForeignParameter[]
}

/** Reads a bot's variables. One that no block fills gets the text of the address parameter of its name. */
export function variablesOf(
  bot: Json,
  { reading, fields }: { reading: Reading; fields: Map<string, string> },
): BotVariables {
  const names = new Map(
    objectsIn(bot, 'variables').map(({ value }) => [textIn(value, 'id'), textIn(value, 'name')]),
  )
  const blocks = objectsIn(bot, 'groups').flatMap(({ value }) =>
    objectsIn(value, 'blocks').map((one) => one.value),
  )
  const filled = new Set(
    blocks
      .filter((block) => textIn(block, 'type') !== 'Condition')
      .flatMap((block) => JSON.stringify(block).match(/(?<=ariableId":")[^"]+/g) ?? []),
  )
  const read = blocks.map((block) => JSON.stringify(block)).join('\n')
  const parameters = new Map<string, ForeignParameter>()
  for (const { value, index } of objectsIn(bot, 'variables')) {
    const [id, name] = [textIn(value, 'id'), textIn(value, 'name')]
    const isRead = read.includes(`"${id}"`) || read.includes(`{{${name}}}`)
    if (id === '' || filled.has(id) || !isRead || !PARAMETER.test(name)) continue
    const field = reading.names.take(name)
    parameters.set(id, { field, parameter: name })
    fields.set(name, field)
    reading.note(`variables[${index}]`, IMPORT_NOTES.hiddenParameter(name, field))
  }
  const questions = new Map<string, BotQuestion[]>()
  return {
    nameOf: (id) => names.get(id) ?? '',
    answered({ block }, question) {
      const id = textIn(objectIn(block?.value, 'options'), 'variableId')
      questions.set(id, [...(questions.get(id) ?? []), question])
      const name = names.get(id) ?? ''
      if (name !== '' && !fields.has(name)) fields.set(name, question.asked.field)
    },
    // Which of several questions filled it last isn't known.
    sourceOf: (id) => {
      const [one, ...others] = questions.get(id) ?? []
      return others.length > 0 ? undefined : (one ?? parameters.get(id))
    },
    parameters: () => [...parameters.values()],
  }
}

/** Condition of an item; undefined if rules cannot express it. */
export function whenCondition(content: Json, variables: BotVariables): When | undefined {
  const comparisons = objectsIn(content, 'comparisons').map(({ value }) => value)
  if (comparisons.length === 0) return undefined
  return joinedIfSaid(
    textIn(content, 'logicalOperator') === 'OR' ? 'any' : 'all',
    comparisons.map((comparison) => compared(comparison, variables)),
  )
}

function compared(comparison: Json, { sourceOf }: BotVariables): When | undefined {
  const source = sourceOf(textIn(comparison, 'variableId'))
  const op = textIn(comparison, 'comparisonOperator')
  const value = textIn(comparison, 'value').trim()
  const opposite = OPPOSITES.get(op)
  if (opposite !== undefined) {
    const when = compared({ ...comparison, comparisonOperator: opposite }, { sourceOf } as BotVariables)
    return when === undefined ? undefined : not(when)
  }
  if (!source || value.includes('{{')) return undefined
  const question = 'asked' in source ? source : null
  const field = question ? question.asked.field : (source as { field: string }).field
  if (op === 'Is set') return question?.seen ?? answered(field)
  const order = ORDERS.get(op)
  const as = question?.asked.as
  if (order !== undefined || as === 'number')
    return isNumber(value) &&
      (as === 'number' || question?.isScale || !question) &&
      (order || op === 'Equal to')
      ? { field, condition: order ?? 'eq', arg: Number(value) }
      : undefined
  if (!question) return op === 'Equal to' && value !== '' ? { field, condition: 'eq', arg: value } : undefined
  if (op !== (as === 'any' ? 'Contains' : 'Equal to')) return undefined
  return question.called(value)
}

const OPPOSITES = new Map([
  ['Not equal', 'Equal to'],
  ['Does not contain', 'Contains'],
  ['Is empty', 'Is set'],
])

const ORDERS = new Map<string, 'lt' | 'lte' | 'gt' | 'gte'>([
  ['Less than', 'lt'],
  ['Less or equal to', 'lte'],
  ['Greater than', 'gt'],
  ['Greater or equal to', 'gte'],
])

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}
