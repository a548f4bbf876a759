import type { FieldProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import { EARLIEST_INJURY_YEAR, pad } from '../src/flow/kernel/dates.ts'
import { useForm, useSentences, useStep } from './context.ts'
import { Select } from './Dropdown.tsx'
import { describedBy, Field } from './Field.tsx'

/** Year and month of an injury. The earliest year includes all before it: it forces the first month and hides the month's selector; the
 *  current year clears the month and disables future ones. Source: spec, section 2 "Injury-date selectors". */
export function InjuryDate({ fieldPathId, formData, schema, uiSchema, onChange }: FieldProps) {
  const given = formData as Record<string, string> | undefined
  const { today } = useStep()
  const { errors } = useForm()
  const { WIDGET, MONTHS } = useSentences()
  const { element, fields } = (uiSchema?.['ui:options'] ?? {}) as unknown as {
    element: ElementOf<'injury_date'>
    fields: Record<'year' | 'month', string>
  }
  const [currentYear, currentMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const year = given?.[fields.year] ?? ''
  const month = given?.[fields.month] ?? ''
  const id = fieldPathId.$id
  const title = (field: string) => {
    const property = schema.properties?.[field]
    return typeof property === 'object' ? (property.title ?? field) : field
  }
  const emit = (nextYear: string | undefined, nextMonth: string) => {
    const parts = {
      ...(nextYear && { [fields.year]: nextYear }),
      ...(nextYear && nextMonth && { [fields.month]: nextMonth }),
    }
    onChange(nextYear ? parts : undefined, fieldPathId.path)
  }
  const chooseYear = (next: string | undefined) => {
    if (next === String(EARLIEST_INJURY_YEAR)) return emit(next, '01')
    const kept = next === String(currentYear) || year === String(EARLIEST_INJURY_YEAR) ? '' : month
    return emit(next, kept)
  }
  const years = Array.from(
    { length: currentYear - EARLIEST_INJURY_YEAR + 1 },
    (_, index) => currentYear - index,
  )
  const latest = year === String(currentYear) ? currentMonth : MONTHS.length
  return (
    <>
      <Field id={`${id}-year`} label={title(fields.year)} hint={element.hint} error={errors[fields.year]}>
        <Select
          id={`${id}-year`}
          name={`${element.question_key}.year`}
          value={year}
          placeholder={WIDGET.choosePart('year')}
          choices={years.map((value) => ({
            value: String(value),
            text: value === EARLIEST_INJURY_YEAR ? WIDGET.earliestYear(value) : String(value),
          }))}
          invalid={fields.year in errors}
          describedBy={describedBy(`${id}-year`, element.hint)}
          onChange={chooseYear}
        />
      </Field>
      <div className="kept-room" hidden={year === String(EARLIEST_INJURY_YEAR)}>
        <Field id={`${id}-month`} label={title(fields.month)} error={errors[fields.month]}>
          <Select
            id={`${id}-month`}
            name={`${element.question_key}.month`}
            value={month}
            placeholder={WIDGET.choosePart('month')}
            choices={MONTHS.map((text, index) => ({
              value: pad(index + 1),
              text,
              disabled: index + 1 > latest,
            }))}
            disabled={year === ''}
            invalid={fields.month in errors}
            describedBy={describedBy(`${id}-month`, undefined)}
            onChange={(next = '') => emit(year, next)}
          />
        </Field>
      </div>
    </>
  )
}
