import { DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { dayText, FIRST_DAY, presets, today, type Range, type AskedRange } from './days.ts'
import { CALENDAR, DAYS } from './dayWords.ts'

type Ends = Pick<AskedRange, 'from' | 'to'>

interface Props {
  chosen: Ends
  onChoose: (range: Range) => void
  now: () => number
}

/** Range picker that applies a range on its second day, or with a preset; closing it drops a half-chosen range. Source: spec, section 2
 *  "Stats dashboard". */
export const RangePicker = memo(function RangePicker({ chosen, onChoose, now }: Props) {
  const [half, setHalf] = useState<DatesRangeValue<string> | null>(null)
  const field = useRef<HTMLButtonElement>(null)
  const change = ([from, to]: DatesRangeValue<string>) => {
    if (from === null || to === null) return setHalf([from, to])
    setHalf(null)
    onChoose({ from, to })
    // The focused element disappears with the popover.
    field.current?.focus()
  }
  return (
    <DatePickerInput
      ref={field}
      type="range"
      // The popover takes its label from the element `<id>-target`.
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

/** Keeps the focus in the calendar when the pressed button disappears or becomes disabled, so that Escape still works. */
function holdFocus(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches(':disabled'))
      document.querySelector<HTMLElement>('.mantine-DatePickerInput-calendarHeader :enabled')?.focus()
  })
}

/** Label of the field with its value, for screen readers. */
function spoken({ from, to }: Ends): string {
  return from !== null && to !== null ? DAYS.chosen(DAYS.fromTo(dayText(from), dayText(to))) : DAYS.select
}
