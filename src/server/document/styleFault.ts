import type { CssNode } from 'css-tree'
import type { Located } from '../../../schemas/problem.ts'

/** What is wrong with a stylesheet, and where in it. */
export interface StyleFault extends Pick<Located, 'code' | 'message' | 'hint'> {
  place: Pick<Located, 'line' | 'column'>
}

/** Where a part of a stylesheet begins. */
export function placeOf({ loc }: CssNode): StyleFault['place'] {
  return { line: loc?.start.line ?? 1, column: loc?.start.column ?? 1 }
}
