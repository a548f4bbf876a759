import { DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { dayText, FIRST_DAY, presets, today, type Range } from './days.ts'
import type { AskedRange } from './range.ts'
import { CALENDAR, DAYS } from '../../texts/statsDays.ts'

type Ends = Pick<AskedRange, 'from' | 'to'>

interface Props {
  chosen: Ends
  onChoose: (range: Range) => void
  now: () => number
}

/** A range applies itself with its second day, or with a preset; a range left half chosen is dropped on closing.
 *  Source: spec, section 2 "Stats dashboard". */
export const RangePicker = memo(function RangePicker({ chosen, onChoose, now }: Props) {
  const [half, setHalf] = useState<DatesRangeValue<string> | null>(null)
  const field = useRef<HTMLButtonElement>(null)
  const change = ([from, to]: DatesRangeValue<string>) => {
    if (from === null || to === null) return setHalf([from, to])
    setHalf(null)
    onChoose({ from, to })
    // What had the focus goes with the popover.
    field.current?.focus()
  }
  return (
    <DatePickerInput
      ref={field}
      type="range"
      // The popover names itself after the element `<id>-target`.
      id="range-target"
      aria-label={spoken(chosen)}
      ariaLabels={CALENDAR}
      onLevelChange={holdFocus}
      onDateChange={holdFocus}
      placeholder={DAYS.select}
      className="bar-range"
      size="xs"
      valueFormat="DD MMM, YYYY"
      labelSeparator="-"
      leftSection={<IconCalendar size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      value={half ?? [chosen.from, chosen.to]}
      onChange={change}
      minDate={FIRST_DAY}
      maxDate={today(now())}
      defaultDate={today(now())}
      presets={presets(now()).map(({ label, range: { from, to } }) => ({
        label,
        value: [from, to] satisfies [string, string],
      }))}
      allowSingleDateInRange
      firstDayOfWeek={0}
      weekendDays={[]}
      popoverProps={{ id: 'range', position: 'bottom-end', onClose: () => setHalf(null) }}
    />
  )
})

/** What was pressed in the calendar may be gone, or lead no further: the focus would fall out of it, and Escape with it. */
function holdFocus(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches(':disabled'))
      document.querySelector<HTMLElement>('.mantine-DatePickerInput-calendarHeader :enabled')?.focus()
  })
}

/** Whoever hears the field hears what stands in it. */
function spoken({ from, to }: Ends): string {
  return from !== null && to !== null ? DAYS.chosen(DAYS.fromTo(dayText(from), dayText(to))) : DAYS.select
}
