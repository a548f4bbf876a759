import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clockText } from '../../time/localTime.ts'
import { EDITOR } from './buyerScreen.ts'
import { clockOf, DAY_NAMES, dayText, painted, type Week } from './weekHours.ts'

interface Props {
  week: Week
  city: string
  /** Day and minutes of the buyer's clocks. */
  now: { day: number; minutes: number }
  isReadOnly: boolean
  onChange: (week: Week) => void
}

interface Cell {
  day: number
  hour: number
}

/** A week by hours, to open and close them by dragging, or by the arrow keys and Space. */
export function WeekGrid({ week, city, now, isReadOnly, onChange }: Props) {
  const id = useId()
  const [active, setActive] = useState<Cell>({ day: 0, hour: 9 })
  const drag = useRef<{ from: Cell; open: boolean; before: Week } | null>(null)
  const isOpen = ({ day, hour }: Cell) =>
    week[day]!.some(({ from, to }) => from <= hour * 60 && hour * 60 < to)

  function paint(from: Cell, to: Cell, open: boolean, before: Week): void {
    const days = DAY_NAMES.flatMap((_, day) => (between(day, from.day, to.day) ? day : []))
    const [first, last] = [Math.min(from.hour, to.hour), Math.max(from.hour, to.hour)]
    onChange(painted(before, days, { from: first * 60, to: (last + 1) * 60, open }))
  }
  function press(event: PointerEvent<HTMLDivElement>): void {
    const cell = cellOf(event)
    if (isReadOnly || !cell || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: cell, open: !isOpen(cell), before: week }
    setActive(cell)
    paint(cell, cell, drag.current.open, week)
  }
  function move(event: PointerEvent<HTMLDivElement>): void {
    const cell = drag.current && cellOf(event)
    if (cell && drag.current) paint(drag.current.from, cell, drag.current.open, drag.current.before)
  }
  function key(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key]
    if (step)
      setActive(({ day, hour }) => ({ day: clamp(day + step.day, 6), hour: clamp(hour + step.hour, 23) }))
    else if (event.key === ' ' && !isReadOnly) paint(active, active, !isOpen(active), week)
    else return
    event.preventDefault()
  }
  const cellId = ({ day, hour }: Cell) => `${id}-${day}-${hour}`
  return (
    <div className="week">
      <div className="week-hours" aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{clockText(clockOf(hour * 60))}</span>
        ))}
      </div>
      <div
        className="week-grid"
        role="grid"
        tabIndex={0}
        aria-label={EDITOR.week(city)}
        aria-readonly={isReadOnly}
        aria-activedescendant={cellId(active)}
        onKeyDown={key}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
      >
        {week.map((spans, day) => (
          <div key={day} role="row" className="week-row">
            <span role="rowheader" className="week-day">
              {DAY_NAMES[day]!.slice(0, 3)}
            </span>
            <div className="week-line" role="presentation" data-day={day}>
              {HOURS.map((hour) => (
                <span
                  key={hour}
                  id={cellId({ day, hour })}
                  role="gridcell"
                  className="week-cell"
                  data-active={(active.day === day && active.hour === hour) || undefined}
                  aria-label={EDITOR.cell(
                    DAY_NAMES[day]!,
                    clockText(clockOf(hour * 60)),
                    isOpen({ day, hour }),
                  )}
                />
              ))}
              {spans.map(({ from, to }) => (
                <span key={from} className="week-span" style={placed(from, to)} />
              ))}
              {now.day === day && <span className="week-now" style={placed(now.minutes, now.minutes)} />}
            </div>
            <span className="week-text" role="presentation" aria-hidden="true">
              {dayText(spans, EDITOR.closed)}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

const STEPS: Record<string, Cell | undefined> = {
  ArrowLeft: { day: 0, hour: -1 },
  ArrowRight: { day: 0, hour: 1 },
  ArrowUp: { day: -1, hour: 0 },
  ArrowDown: { day: 1, hour: 0 },
  Home: { day: 0, hour: -24 },
  End: { day: 0, hour: 24 },
}

/** Cell below the pointer; the nearest one on the way if it left the grid. */
function cellOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): Cell | null {
  const lines = [...currentTarget.querySelectorAll<HTMLElement>('.week-line')]
  const boxes = lines.map((line) => line.getBoundingClientRect())
  const [first] = boxes
  if (!first || clientX > first.right || clientX < first.left - 4) return null
  const day = boxes.findIndex(({ bottom }) => clientY <= bottom + 2)
  return {
    day: day < 0 ? boxes.length - 1 : day,
    hour: clamp(Math.floor(((clientX - first.left) / first.width) * 24), 23),
  }
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))
const between = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)

function placed(from: number, to: number) {
  return { insetInlineStart: `${(from / 1440) * 100}%`, width: `${((to - from) / 1440) * 100}%` }
}
