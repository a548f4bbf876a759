import type { KeyboardEvent, PointerEvent } from 'react'
import { MAX_WIDTH_PX, MIN_WIDTH_PX } from '../../operator/browser/preferences.ts'
import { TABLE } from './tableWords.ts'

interface Props {
  /** Title of the column. */
  title: string
  widthPx: number
  onResize: (widthPx: number) => void
  /** Resets the widths of all columns. */
  onReset: () => void
}

const STEP_PX = 10
const LARGE_STEP_PX = 50

/** Right edge of a column's header, moved with a pointer or the arrow keys. Source: WAI-ARIA Authoring Practices, "Window Splitter". */
export function ColumnEdge({ title, widthPx, onResize, onReset }: Props) {
  const draw = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: edge, pointerId, clientX: begun } = event
    const before = drawnWidth(edge)
    const move = ({ clientX }: globalThis.PointerEvent) => onResize(allowed(before + clientX - begun))
    event.preventDefault()
    edge.focus()
    edge.setPointerCapture(pointerId)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, currentTarget } = event
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (direction !== undefined) {
      onResize(allowed(drawnWidth(currentTarget) + direction * (shiftKey ? LARGE_STEP_PX : STEP_PX)))
    } else if (key === 'Enter') onReset()
    else return
    event.preventDefault()
  }
  return (
    // A movable separator is a control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={TABLE.widthOf(title)}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      aria-valuenow={widthPx}
      title={TABLE.resize}
      className="edge"
      onPointerDown={draw}
      onKeyDown={press}
      onDoubleClick={onReset}
    />
  )
}

function drawnWidth(edge: HTMLElement): number {
  return edge.closest('th')?.offsetWidth ?? MIN_WIDTH_PX
}

function allowed(widthPx: number): number {
  return Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, Math.round(widthPx)))
}
