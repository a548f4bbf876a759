import { EVERYTHING, NOTHING, type Diagram, type Node } from './diagram.ts'

export interface Column {
  level: number
  size: number
}

/** States by result of a function of some variables. `resultOf` gets the value of each column, in the order of the columns. */
export function tabulate<T>(
  diagram: Diagram,
  columns: readonly Column[],
  resultOf: (values: readonly number[]) => T,
): Map<T, Node> {
  const order = [...columns.keys()].sort((a, b) => columns[a]!.level - columns[b]!.level)
  const values = columns.map(() => 0)
  const below = (depth: number): Map<T, Node> => {
    const column = order[depth]
    if (column === undefined) return new Map([[resultOf(values), EVERYTHING]])
    const { level, size } = columns[column]!
    const branches = Array.from({ length: size }, (_, value) => {
      values[column] = value
      return below(depth + 1)
    })
    const results = new Set(branches.flatMap((branch) => [...branch.keys()]))
    return new Map(
      [...results].map((result) => [
        result,
        diagram.choose(level, (value) => branches[value]!.get(result) ?? NOTHING),
      ]),
    )
  }
  return below(0)
}

/** The first row, of one value from each list, that passes. */
export function firstRow(
  lists: readonly (readonly string[])[],
  fits: (row: string[]) => boolean,
  row: string[] = [],
): string[] | null {
  const [list, ...rest] = lists
  if (!list) return fits(row) ? row : null
  for (const value of list) {
    const found = firstRow(rest, fits, [...row, value])
    if (found) return found
  }
  return null
}
