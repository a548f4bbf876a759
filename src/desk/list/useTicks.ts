import { useState, type ChangeEvent } from 'react'

/** Action on selected rows. */
export interface Selection<Row> {
  /** True if a row can be selected. */
  can: (row: Row) => boolean
  label: (key: number) => string
  /** Label of the checkbox that selects all. */
  all: string
  act: (count: number) => string
  onAct: (keys: readonly number[]) => void
}

export type Ticks = ReturnType<typeof useTicks>

/** Selection among the visible rows, never of another page. */
export function useTicks<Row>(
  select: Selection<Row> | undefined,
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
) {
  const [held, setHeld] = useState<{ rows: readonly Row[]; keys: ReadonlySet<number> }>({ rows, keys: NONE })
  const keys = held.rows === rows ? held.keys : NONE
  const able = select ? rows.filter(select.can).map((row) => Number(keyOf(row))) : []
  const change = (changed: Iterable<number>) => setHeld({ rows, keys: new Set(changed) })
  return {
    ticked: [...keys],
    of: (key: number) => ({
      checked: keys.has(key),
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
        change(checked ? [...keys, key] : [...keys].filter((one) => one !== key)),
    }),
    all: {
      checked: able.length > 0 && keys.size === able.length,
      indeterminate: keys.size > 0 && keys.size < able.length,
      disabled: able.length === 0,
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
        change(checked ? able : []),
    },
  }
}

const NONE: ReadonlySet<number> = new Set()
