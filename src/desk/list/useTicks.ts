import { useState, type ChangeEvent } from 'react'

/** What can be done with rows that are ticked. */
export interface Selection<Row> {
  /** Whether a row can be ticked. */
  can: (row: Row) => boolean
  label: (key: number) => string
  /** Of the box that ticks all. */
  all: string
  act: (count: number) => string
  onAct: (keys: readonly number[]) => void
}

/** Which rows of those in sight are ticked: of another page none is. */
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
