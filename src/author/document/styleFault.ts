import type { ChildNode, Declaration } from 'postcss'
import type { Located } from '../../../schemas/problem.ts'

/** What is wrong with a stylesheet, and where in it. */
export interface StyleFault extends Pick<Located, 'code' | 'message' | 'hint'> {
  place: Pick<Located, 'line' | 'column'>
}

/** Where a part of a stylesheet begins; `index`: so many characters further on. */
export function placeOf(node: ChildNode, index = 0): StyleFault['place'] {
  const { line, column } = node.positionBy({ index })
  return { line, column }
}

/** Where the value of a declaration begins. */
export function valuePlace(node: Declaration, index = 0): StyleFault['place'] {
  return placeOf(node, node.prop.length + (node.raws.between ?? ':').length + index)
}

/** A declaration's value as it was written, comments and all. */
export function writtenValue({ value, raws, important }: Declaration): string {
  const written = raws.value?.raw ?? value
  return important ? written : written.trimEnd()
}
