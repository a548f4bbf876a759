import { useLayoutEffect, useState } from 'react'
import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import {
  birthLimit,
  dateOfBirth,
  isComplete,
  outOfRange,
  writtenDate,
  type DateParts,
} from '../src/flow/validations/dateOfBirth.ts'
import { parseDay } from '../src/flow/kernel/dates.ts'
import { useForm, useSentences, useStep } from './context.ts'
import { Select } from './Dropdown.tsx'
import { describedBy, Field } from './Field.tsx'

/** Month, day, and year. Emits YYYY-MM-DD once they make an existing day, undefined until then. */
export function DateOfBirth({ id, name, label, value, options, onChange }: WidgetProps) {
  const { today } = useStep()
  const { errors, leave, partialInput } = useForm()
  const sentences = useSentences()
  const { WIDGET, MONTHS } = sentences
  const { hint, validations } = options['element'] as ElementOf<'date_of_birth'>
  const [parts, setParts] = useState<DateParts>(() => partsOf(value))
  const [left, setLeft] = useState<readonly (keyof DateParts)[]>([])
  const limit = birthLimit(validations.local, today, sentences)
  const [lastYear, lastMonth] = limit.latest.split('-').map(Number)
  const wrong = outOfRange(parts, limit)
  const shown = wrong && (left.includes(wrong.part) || name in errors) ? wrong : undefined
  const error = shown?.message ?? errors[name]
  const isWrong = (part: keyof DateParts) =>
    shown ? part === shown.part : name in errors && (parts[part] === '' || isComplete(parts))
  const change = (change: Partial<DateParts>) => {
    const next = { ...parts, ...change }
    setParts(next)
    partialInput.keep(name, next)
    onChange(dateOfBirth(next, limit))
  }
  useLayoutEffect(() => {
    const kept = partialInput.kept(name)
    if (kept) change(kept)
  }, [])
  const leavePart = (part: keyof DateParts) => {
    if (parts[part] !== '') setLeft([...left, part])
    if (isComplete(parts)) leave(name)
  }
  const digits = (part: 'day' | 'year', length: number, text: string) => (
    <div>
      <label className="label" htmlFor={`${id}-${part}`}>
        {text}
      </label>
      <input
        id={`${id}-${part}`}
        name={`${name}.${part}`}
        className="control"
        inputMode="numeric"
        autoComplete={`bday-${part}`}
        maxLength={length}
        value={parts[part]}
        aria-invalid={isWrong(part)}
        aria-describedby={describedBy(id, hint)}
        onChange={(event) => change({ [part]: event.target.value.replace(/\D/g, '').slice(0, length) })}
        onBlur={() => leavePart(part)}
      />
    </div>
  )
  return (
    <Field id={id} label={label} hint={hint} error={error} group>
      <div
        className="date"
        onPaste={(event) => {
          const pasted = writtenDate(event.clipboardData.getData('text'), MONTHS)
          if (!pasted) return
          event.preventDefault()
          change(pasted)
        }}
      >
        <div>
          <label className="label" htmlFor={`${id}-month`}>
            {WIDGET.month}
          </label>
          <Select
            id={`${id}-month`}
            name={`${name}.month`}
            value={parts.month}
            placeholder={WIDGET.month}
            autoComplete="bday-month"
            choices={MONTHS.map((text, index) => ({
              value: String(index + 1),
              text,
              disabled: Number(parts.year) === lastYear && index + 1 > lastMonth!,
            }))}
            invalid={isWrong('month')}
            describedBy={describedBy(id, hint)}
            onChange={(month = '') => change({ month })}
            onBlur={() => leavePart('month')}
          />
        </div>
        {digits('day', 2, WIDGET.day)}
        {digits('year', 4, WIDGET.year)}
      </div>
    </Field>
  )
}

function partsOf(value: unknown): DateParts {
  const day = typeof value === 'string' ? parseDay(value) : null
  return day
    ? { month: String(day.month), day: String(day.day), year: String(day.year) }
    : { month: '', day: '', year: '' }
}
