import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { Path } from '../../../author/complete/cursor.ts'
import type { FormList } from '../../../author/forms/formAt.ts'
import { FORM } from '../../../texts/studio/formScreen.ts'

/** Functions to move one entry of a list. */
export interface EntryOrder {
  isFirst: boolean
  isLast: boolean
  /** Moves it by this many places. */
  move: (by: number) => void
  /** Handles Alt with an arrow key. */
  byKey: (event: KeyboardEvent) => void
  drag: {
    draggable: true
    onDragStart: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/** Order of a list's entries, changed by buttons, keys, and dragging. */
export function useEntryOrder({ at, entries }: FormList, onMove: (at: Path, to: number) => void) {
  const listed = useRef<HTMLUListElement>(null)
  const dragged = useRef<number | null>(null)
  const [said, setSaid] = useState('')
  const put = (from: number, to: number) => {
    const rows = listed.current?.children ?? []
    if (from === to || !(to in rows)) return
    setSaid(FORM.moved(entries[from]!.label, to + 1, rows.length))
    onMove([...at, from], to)
    // The focus follows the moved entry.
    setTimeout(() => listed.current?.children[to]?.querySelector<HTMLElement>('.form-open')?.focus())
  }
  const of = (index: number): EntryOrder => ({
    isFirst: index === 0,
    isLast: index === entries.length - 1,
    move: (by) => put(index, index + by),
    byKey(event) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!event.altKey || by === undefined) return
      event.preventDefault()
      put(index, index + by)
    },
    drag: {
      draggable: true,
      onDragStart(event) {
        dragged.current = index
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', entries[index]!.label)
      },
      onDragOver(event) {
        if (dragged.current !== null) event.preventDefault()
      },
      onDrop(event) {
        if (dragged.current === null) return
        event.preventDefault()
        put(dragged.current, index)
        dragged.current = null
      },
    },
  })
  return { listed, said, of }
}
