import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { DRAFTS } from '../../parts/draftScreen.ts'
import { WIDTHS, type PaneWidths, type Side } from './usePaneWidths.ts'

/** Width that an arrow key adds, in CSS pixels. */
const STEP_PX = 24

/** Border between a pane and the page: dragging it or arrow keys change the pane's width, and its button folds the pane. */
export function Splitter({ side, panes }: { side: Side; panes: PaneWidths }) {
  const { folded, widthOf, resize, fold } = panes
  const dragged = useRef<{ from: number; width: number } | null>(null)
  const isFolded = folded.includes(side)
  const width = widthOf(side)
  const wider = side === 'left' ? 1 : -1
  const byKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: STEP_PX, ArrowLeft: -STEP_PX }[event.key]
    if (event.key === 'Enter') fold(side, true)
    else if (by === undefined) return
    else resize(side, width + by * wider)
    event.preventDefault()
  }
  const Icon = (side === 'left') === isFolded ? IconChevronRight : IconChevronLeft
  const label = DRAFTS.fold[side](isFolded)
  return (
    <div className="splitter" data-side={side}>
      <ActionIcon
        variant="default"
        size={24}
        aria-label={label}
        title={label}
        aria-expanded={!isFolded}
        onClick={() => fold(side, !isFolded)}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
      {!isFolded && (
        // A separator with a value takes the focus: see "Window Splitter" of the ARIA practices.
        <div
          role="separator"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={DRAFTS.width[side]}
          aria-valuenow={width}
          aria-valuemin={WIDTHS[side].least}
          aria-valuemax={WIDTHS[side].most}
          onKeyDown={byKey}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            dragged.current = { from: event.clientX, width }
          }}
          onPointerMove={({ clientX }) => {
            const { current } = dragged
            if (current) resize(side, current.width + (clientX - current.from) * wider)
          }}
          onLostPointerCapture={() => void (dragged.current = null)}
        />
      )}
    </div>
  )
}
