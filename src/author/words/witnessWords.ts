import type { Located } from '../../../schemas/author/problem.ts'
import { quoted } from '../kernel/ruleWords.ts'

type Witness = NonNullable<Located['witness']>

/** Sentence about the arrival of a visitor whom a problem affects. */
export function arrivalWords({ today, query = {} }: Witness): string {
  const address = new URLSearchParams(query).toString()
  return `It affects a visitor who arrives${today === undefined ? '' : ` on ${today}`}${address && ` with ?${address}`} and answers:`
}

/** Answers of the visitor, a line for each step. */
export function answerLines({ answers }: Witness): string[] {
  return Object.entries(answers).map(([step, entered]) => {
    const fields = Object.entries(entered).map(([field, value]) => `${field} ${quoted(value)}`)
    return `${step}  ${fields.join(', ') || 'nothing'}`
  })
}
