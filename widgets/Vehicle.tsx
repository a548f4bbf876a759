import type { FieldProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import { useForm, useSentences, useStep, type FormView } from './context.ts'
import { Select } from './Dropdown.tsx'
import { describedBy, Field } from './Field.tsx'

/** First model year of the catalog. Source: spec, section 3 "Vehicle catalog"; fixtures/vehicles. */
export const FIRST_YEAR = 1992

/** Choice for a make or a model that is not in the catalog. */
const OTHER = 'Other'

/** Year, make, and model, each limited by the previous one; a change clears the later ones. */
export function Vehicle({ fieldPathId, formData, schema, uiSchema, onChange }: FieldProps) {
  const given = formData as Record<string, string> | undefined
  const { today } = useStep()
  const { errors, catalog } = useForm()
  const { WIDGET } = useSentences()
  const { element, fields } = (uiSchema?.['ui:options'] ?? {}) as unknown as {
    element: ElementOf<'vehicle'>
    fields: Record<'year' | 'make' | 'model', string>
  }
  const value = (part: 'year' | 'make' | 'model') => given?.[fields[part]] ?? ''
  const [year, make] = [value('year'), value('make')]
  const makes = year === '' ? undefined : catalog(year)
  const emit = (...[yearText, makeText, modelText]: (string | undefined)[]) =>
    onChange(
      yearText
        ? {
            [fields.year]: yearText,
            ...(makeText && { [fields.make]: makeText }),
            ...(modelText && { [fields.model]: modelText }),
          }
        : undefined,
      fieldPathId.path,
    )
  const id = fieldPathId.$id
  const select = (
    part: 'year' | 'make' | 'model',
    choices: readonly string[] | undefined,
    before: string | null,
    pick: (text: string | undefined) => void,
  ) => {
    const field = fields[part]
    const waiting = before !== '' && choices === undefined
    const hint = part === 'year' ? element.hint : undefined
    const property = schema.properties?.[field]
    return (
      <Field
        id={`${id}-${part}`}
        label={typeof property === 'object' ? (property.title ?? field) : field}
        hint={hint}
        error={errors[field]}
      >
        <Select
          id={`${id}-${part}`}
          name={`${element.question_key}.${part}`}
          value={value(part)}
          choices={(choices ?? []).map((value) => ({
            value,
            text: value === OTHER ? WIDGET.other : value,
          }))}
          placeholder={waiting && part !== 'year' ? WIDGET.loading : WIDGET.choosePart(part)}
          disabled={before === ''}
          invalid={field in errors && before !== ''}
          describedBy={describedBy(`${id}-${part}`, hint)}
          onChange={pick}
        />
      </Field>
    )
  }
  // Next year's models are already on the road.
  const newest = Number(today.slice(0, 4)) + 1
  const years = Array.from({ length: newest - FIRST_YEAR + 1 }, (_, index) => String(newest - index))
  return (
    <>
      {select('year', years, null, (text) => emit(text))}
      {select('make', year === '' ? undefined : names(makes), year, (text) => emit(year, text))}
      {select('model', make === '' ? undefined : models(makes, make), make, (text) => emit(year, make, text))}
    </>
  )
}

type Makes = ReturnType<FormView['catalog']>

/** Choices for a make; only 'Other' without the catalog, so that no one is stuck. */
function names(makes: Makes): string[] | undefined {
  return makes === undefined ? undefined : [...Object.keys(makes ?? {}), OTHER]
}

function models(makes: Makes, make: string): string[] | undefined {
  return makes === undefined ? undefined : [...(makes?.[make] ?? []), OTHER]
}
