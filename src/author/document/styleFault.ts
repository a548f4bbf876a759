import type { ChildNode, Declaration } from 'postcss'
import type { Located } from '../../../schemas/author/problem.ts'

/** A problem of a stylesheet, with its place. */
export interface StyleFault extends Pick<Located, 'code' | 'message' | 'hint'> {
  place: Pick<Located, 'line' | 'column'>
}

/** Place where a part of a stylesheet begins, moved by `index` characters. */
export function placeOf(node: ChildNode, index = 0): StyleFault['place'] {
  const { line, column } = node.positionBy({ index })
  return { line, column }
}

/** Place where the value of a declaration begins. */
export function valuePlace(node: Declaration, index = 0): StyleFault['place'] {
  return placeOf(node, node.prop.length + (node.raws.between ?? ':').length + index)
}

/** A declaration's value as written, including comments. */
export function writtenValue({ value, raws, important }: Declaration): string {
  const written = raws.value?.raw ?? value
  return important ? written : written.trimEnd()
}
