import type { Located, Problem } from '../../../schemas/problem.ts'
import { check } from '../../flow/check.ts'
import { legible } from '../../flow/check/legible.ts'
import { conform } from './conform.ts'
import { checkFiles, type Stands } from './files.ts'
import { checkMarkup } from './markup.ts'
import { readSource } from './place.ts'

/** Everything that is wrong with the text of a flow document, top to bottom; none means that it can be published.
 *  Without `stands`, the files beside it are not looked for. Shapes: schemas/problem.ts. */
export function problemsOf(text: string, stands?: Stands): Located[] {
  const { problems, document, locate } = readSource(text)
  if (document === undefined) return problems
  const mistakes = conform(document)
  const broken = mistakes.map(({ at }) => at)
  const flow = legible(document, broken)
  const found: Problem[] = [
    ...mistakes,
    ...check(document, broken),
    ...(flow ? checkMarkup(flow) : []),
    ...(stands ? checkFiles(document, broken, stands) : []),
  ]
  return [...problems, ...found.map(locate)].sort((a, b) => a.line - b.line || a.column - b.column)
}
