import type { Located, Problem } from '../../../schemas/problem.ts'
import { check } from '../../flow/check.ts'
import { legible } from '../../flow/check/legible.ts'
import { conform } from './conform.ts'
import { checkMarkup } from './markup.ts'
import { readSource } from './place.ts'

/** Everything that is wrong with the text of a flow document, top to bottom; none means that it can be published.
 *  Shapes: schemas/problem.ts. */
export function problemsOf(text: string): Located[] {
  const { problems, document, locate } = readSource(text)
  if (document === undefined) return problems
  const mistakes = conform(document)
  const broken = mistakes.map(({ at }) => at)
  const flow = legible(document, broken)
  const found: Problem[] = [...mistakes, ...check(document, broken), ...(flow ? checkMarkup(flow) : [])]
  return [...problems, ...found.map(locate)].sort((a, b) => a.line - b.line || a.column - b.column)
}
