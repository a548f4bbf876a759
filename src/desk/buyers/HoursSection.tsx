import { Button, Chip, CloseButton, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Opening } from '../../../schemas/buyer/limits.ts'
import {
  dayAndClock,
  DAYS,
  isOpen,
  isTimeZone,
  localMinutes,
  longestClosed,
  nextOpening,
  type Weekday,
} from '../../time/localTime.ts'
import { EDITOR } from './buyerScreen.ts'
import { zoneOf } from './buyerSentence.ts'
import { MEMBERS } from './buyerWords.ts'
import { memberOf, WaitField, type SectionProps } from './plainSections.tsx'
import { cityOf, DAY_NAMES, hoursOf, hoursText, weekOf, WEEKDAYS_9_TO_5 } from './weekHours.ts'
import { WeekGrid } from './WeekGrid.tsx'

/** Hours of a buyer in its time zone: presets, a week to draw in, and exact times. */
export function HoursSection(props: SectionProps) {
  const { document, now } = props
  const { value, isReadOnly, onChange, problems } = memberOf(props, 'hours')
  const hours = (value as Opening[] | undefined) ?? null
  const zone = zoneOf(document)
  const city = cityOf(zone)
  const week = useMemo(() => weekOf(hours ?? []), [hours])
  const known = isTimeZone(zone) ? zone : 'UTC'
  // Without any hours the buyer would always be open, which only the preset means.
  const change = (next: Opening[]) => next.length > 0 && onChange(next)
  return (
    <>
      <div className="buyer-row">
        <ZoneField {...props} />
        <SegmentedControl
          size="sm"
          aria-label={EDITOR.presetsLabel}
          readOnly={isReadOnly}
          value={presetOf(hours)}
          data={Object.entries(EDITOR.presets).map(([preset, label]) => ({ value: preset, label }))}
          onChange={(preset) =>
            onChange(
              preset === 'always' ? undefined : preset === 'weekdays' ? WEEKDAYS_9_TO_5 : (hours ?? DAYTIME),
            )
          }
        />
      </div>
      {problems?.map((problem) => (
        <p key={problem} role="alert" className="form-wrong">
          {problem}
        </p>
      ))}
      {hours && (
        <>
          <p className="form-about">{EDITOR.grid(city)}</p>
          <WeekGrid
            week={week}
            city={city}
            now={localMinutes(now, known)}
            isReadOnly={isReadOnly}
            onChange={(next) => change(hoursOf(next))}
          />
          <ExactTimes hours={hours} isReadOnly={isReadOnly} onChange={change} />
          <ClosedWait {...props} hours={hours} zone={known} />
        </>
      )}
      <WaitField {...props} reason="paused" label={EDITOR.pausedLabel} />
    </>
  )
}

const DAYTIME: Opening[] = [{ days: [...DAYS], from: '08:00', to: '20:00' }]

function presetOf(hours: readonly Opening[] | null): keyof typeof EDITOR.presets {
  if (!hours) return 'always'
  return JSON.stringify(hoursOf(weekOf(hours))) === JSON.stringify(WEEKDAYS_9_TO_5) ? 'weekdays' : 'custom'
}

function ZoneField(props: SectionProps) {
  const { isReadOnly, problems, onChange } = memberOf(props, 'time_zone')
  return (
    <Select
      label={MEMBERS.time_zone.label}
      description={MEMBERS.time_zone.about}
      size="sm"
      searchable
      allowDeselect={false}
      data={ZONES}
      value={zoneOf(props.document)}
      readOnly={isReadOnly}
      error={problems?.join(' ')}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  )
}

/** Zones of the United States, then the others. */
const USUAL = [
  ['America/New_York', 'Eastern (New York)'],
  ['America/Chicago', 'Central (Chicago)'],
  ['America/Denver', 'Mountain (Denver)'],
  ['America/Phoenix', 'Arizona (Phoenix)'],
  ['America/Los_Angeles', 'Pacific (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
] as const
const ZONES = [
  ...USUAL.map(([value, label]) => ({ value, label })),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => !USUAL.some(([usual]) => usual === zone))
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
]

interface TimesProps {
  hours: readonly Opening[]
  isReadOnly: boolean
  onChange: (hours: Opening[]) => void
}

/** The hours as days with a start and an end. */
function ExactTimes({ hours, isReadOnly, onChange }: TimesProps) {
  const change = (index: number, next: Partial<Opening>) =>
    onChange(hours.map((one, at) => (at === index ? { ...one, ...next } : one)))
  return (
    <fieldset className="form-within buyer-times" aria-label={EDITOR.exact}>
      <legend>{EDITOR.exact}</legend>
      {hours.map((one, index) => (
        <div key={index} className="buyer-time" role="group" aria-label={hoursText([one])}>
          <Chip.Group
            multiple
            value={one.days}
            onChange={(days) => days.length > 0 && !isReadOnly && change(index, { days: sorted(days) })}
          >
            <div className="buyer-days" role="group" aria-label={EDITOR.days}>
              {DAYS.map((day, at) => (
                <Chip key={day} value={day} size="xs" disabled={isReadOnly}>
                  {DAY_NAMES[at]!.slice(0, 3)}
                </Chip>
              ))}
            </div>
          </Chip.Group>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              size="sm"
              aria-label={EDITOR[end]}
              readOnly={isReadOnly}
              value={one[end] === '24:00' ? '00:00' : one[end]}
              onChange={({ currentTarget: { value } }) => {
                if (value !== '')
                  change(index, { [end]: end === 'to' && value === '00:00' ? '24:00' : value })
              }}
            />
          ))}
          {!isReadOnly && hours.length > 1 && (
            <CloseButton
              size="sm"
              aria-label={EDITOR.removeHours(hoursText([one]))}
              title={EDITOR.removeHours(hoursText([one]))}
              onClick={() => onChange(hours.filter((_, at) => at !== index))}
            />
          )}
          {one.to <= one.from && <span className="form-about">{EDITOR.nextDay}</span>}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange([...hours, { days: ['sat'], from: '09:00', to: '17:00' }])}
        >
          {EDITOR.addHours}
        </Button>
      )}
    </fieldset>
  )
}

function sorted(days: readonly string[]): Weekday[] {
  return DAYS.filter((day) => days.includes(day))
}

/** Outcome of a lead that comes while the buyer is closed. */
function ClosedWait({ hours, zone, ...props }: SectionProps & { hours: readonly Opening[]; zone: string }) {
  const { now } = props
  const city = cityOf(zone)
  const waitHours = Number(memberOf(props, 'wait_hours', 'closed').value ?? USUAL_WAIT_HOURS)
  const closed = longestClosed(hours, now, zone)
  const said = closed && closedText(closed, zone, waitHours)
  return (
    <>
      <WaitField {...props} reason="closed" label={EDITOR.closedLabel} />
      <p className="form-about" role="status">
        {said && `${said} `}
        {isOpen(hours, now, zone)
          ? EDITOR.openNow(city)
          : EDITOR.closedNow(dayAndClock(nextOpening(hours, now, zone), zone), city)}
      </p>
    </>
  )
}

const USUAL_WAIT_HOURS = 24

function closedText({ from, to }: { from: number; to: number }, zone: string, waitHours: number): string {
  const hours = Math.round((to - from) / 3_600_000)
  const say = to - from <= waitHours * 3_600_000 ? EDITOR.closedSent : EDITOR.closedLost
  return say(dayAndClock(from, zone), dayAndClock(to, zone), hours)
}
