import { declinedField, givenBy, type ForeignQuestion } from '../foreignForm.ts'
import { readExpression, type Constant, type Expression, type Operator } from './surveyExpression.ts'
import { answered, joinedIfSaid, not, type When } from '../when.ts'

/** A question as asked here, with the survey's names for its choices. */
export interface SurveyQuestion {
  asked: ForeignQuestion
  /** Recorded value, by the survey's value in lower case. */
  recorded: ReadonlyMap<string, string>
}

/** Condition for an expression; undefined if rules cannot express it. `of` finds earlier questions by the survey's name. */
export function whenExpression(
  text: string,
  of: (name: string) => SurveyQuestion | undefined,
): When | undefined {
  const expression = readExpression(text)
  return expression ? said(expression, of) : undefined
}

function said(expression: Expression, of: (name: string) => SurveyQuestion | undefined): When | undefined {
  if ('part' in expression) {
    const part = said(expression.part, of)
    return part === undefined ? undefined : not(part)
  }
  if ('parts' in expression) {
    const parts = expression.parts.map((part) => said(part, of))
    return joinedIfSaid(expression.op === 'and' ? 'all' : 'any', parts)
  }
  const asked = of(expression.name)
  return asked && compared(asked, expression.op, expression.value)
}

type Value = Constant | readonly Constant[] | null

function compared(question: SurveyQuestion, op: Operator, value: Value): When | undefined {
  if (OPPOSITES[op]) {
    const when = compared(question, OPPOSITES[op], value)
    return when === undefined ? undefined : not(when)
  }
  const { asked } = question
  if (op === 'notempty') return givenBy(asked)
  if (op === 'true')
    return asked.as === 'yes_no' || asked.as === 'consent' ? equal(question, true) : undefined
  if (op === 'equal')
    return Array.isArray(value) || asked.as === 'any' ? undefined : equal(question, value as Constant)
  if (op === 'contains')
    return asked.as === 'any' && !Array.isArray(value) ? equal(question, value as Constant) : undefined
  if (op === 'anyof' || op === 'allof') {
    if (!Array.isArray(value) || value.length === 0 || (op === 'allof' && asked.as !== 'any'))
      return undefined
    const parts = value.map((one: Constant) => equal(question, one))
    return joinedIfSaid(op === 'anyof' ? 'any' : 'all', parts)
  }
  return ordered(question, op, value)
}

const OPPOSITES: Partial<Record<Operator, Operator>> = {
  notequal: 'equal',
  notcontains: 'contains',
  noneof: 'anyof',
  empty: 'notempty',
}

/** Compares as SurveyJS does: case does not matter, and numeric text counts as a number. Free text is compared exactly here, so it is
 *  left out. */
function equal({ asked, recorded }: SurveyQuestion, value: Constant): When | undefined {
  const { field, as } = asked
  if (value === '') return not(givenBy(asked))
  if (as === 'consent') {
    if (typeof value !== 'boolean') return undefined
    return answered(value ? field : declinedField(field))
  }
  if (as === 'number' || as === 'slider')
    return isNumber(value) ? { field, condition: 'eq', arg: Number(value) } : undefined
  if (as !== 'one' && as !== 'list' && as !== 'any' && as !== 'yes_no') return undefined
  const option = recorded.get(String(value).trim().toLowerCase())
  return option === undefined ? false : { field, condition: 'eq', arg: option }
}

function ordered(
  { asked: { field, as, options } }: SurveyQuestion,
  op: Operator,
  value: Value,
): When | undefined {
  const condition = ORDERS[op]
  const isScale = (as === 'one' || as === 'list') && options.every((option) => isNumber(option.value))
  if (!condition || !isNumber(value) || !(as === 'number' || as === 'slider' || isScale)) return undefined
  return { field, condition, arg: Number(value) }
}

const ORDERS: Partial<Record<Operator, 'lt' | 'lte' | 'gt' | 'gte'>> = {
  greater: 'gt',
  less: 'lt',
  greaterorequal: 'gte',
  lessorequal: 'lte',
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
}
