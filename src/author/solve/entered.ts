import { TICKED, type Entered } from '../simulate/script.ts'
import type { Answering } from '../elements/authoring.ts'
import type { Field, Space } from './space.ts'
import { firstRow } from './table.ts'

/** Answer to an element: the index of the way, and the values of the variables after it. */
export interface Chosen {
  way: number
  values: ReadonlyMap<number, number>
}

/** Input of a visitor on a step that answers each element as chosen. Elements that nothing looks at get the most natural answer, or none
 *  if they are optional. */
export function entered(
  asks: readonly Answering[],
  chosen: readonly Chosen[],
  { space, today }: { space: Pick<Space, 'fields'>; today: string },
): Entered {
  const all = asks.map((ask, index): Entered => {
    const { way, values } = chosen[index] ?? { way: 0, values: NONE }
    const possible = (field: string, all: readonly string[]) =>
      cellValues(space.fields.get(field), all, values)
    if (ask.kind === 'single') {
      if (ask.isConsent) return ask.required || way === 0 ? {} : { [ask.field]: TICKED }
      if (!ask.required && way === 0) return {}
      const [value] = possible(ask.field, ask.values)
      return value === undefined ? {} : { [ask.field]: value }
    }
    if (ask.kind === 'ticks') {
      if (!ask.required && way === 0) return {}
      const ticks = space.fields.get(ask.field)?.ticks ?? []
      const offered = ask.options.map(({ value }) => value)
      const ticked = ticks.flatMap(({ level, options }) =>
        values.get(level) === 1 ? offered.filter((value) => options.includes(value)).slice(0, 1) : [],
      )
      return {
        [ask.field]:
          ticked.length > 0 ? offered.filter((value) => ticked.includes(value)) : offered.slice(0, 1),
      }
    }
    const count = ask.required ? ask.parts.length : way
    const lists = ask.parts.slice(0, count).map(({ field, values }) => possible(field, values))
    const rest = ask.parts.slice(count).map(() => undefined)
    const fitting = firstRow(lists, (some) => !ask.together || ask.together([...some, ...rest], today))
    return Object.fromEntries((fitting ?? []).map((value, part) => [ask.parts[part]!.field, value]))
  })
  return Object.assign({}, ...all) as Entered
}

const NONE: ReadonlyMap<number, number> = new Map()

/** Values in `all` that belong to the chosen cell of a field; all of them if the field does not matter. */
function cellValues(
  field: Field | undefined,
  all: readonly string[],
  values: ReadonlyMap<number, number>,
): readonly string[] {
  const cell = field && values.get(field.text)
  if (!cell) return all
  const wanted = new Set(field.cells[cell - 1])
  return all.filter((value) => wanted.has(value))
}
