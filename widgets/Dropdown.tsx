import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import { useForm, useSentences } from './context.ts'
import { describedBy, Field } from './Field.tsx'

/** One of the options, from a dropdown list. */
export function Dropdown({ id, name, label, value, required, options, onChange }: WidgetProps) {
  const { errors, leave } = useForm()
  const { hint, autocomplete } = options['element'] as ElementOf<'dropdown'>
  return (
    <Field id={id} label={label} hint={hint} error={errors[name]}>
      <Select
        id={id}
        name={name}
        value={typeof value === 'string' ? value : ''}
        choices={(options.enumOptions ?? []).map((option) => ({
          value: String(option.value),
          text: option.label,
        }))}
        required={required}
        invalid={name in errors}
        describedBy={describedBy(id, hint)}
        autoComplete={autocomplete}
        onChange={onChange}
        onBlur={() => leave(name)}
      />
    </Field>
  )
}

interface SelectProps {
  id: string
  name: string
  value: string
  choices: readonly { value: string; text: string; disabled?: boolean }[]
  /** Text while nothing is chosen. */
  placeholder?: string
  required?: boolean | undefined
  disabled?: boolean
  invalid: boolean
  /** IDs of the elements that describe it. */
  describedBy: string
  autoComplete?: string | undefined
  onChange: (value: string | undefined) => void
  onBlur?: () => void
}

/** The browser's own select: phones show their own picker, keyboards their own search. */
export function Select({
  id,
  choices,
  placeholder,
  required,
  invalid,
  describedBy,
  onChange,
  ...rest
}: SelectProps) {
  const { WIDGET } = useSentences()
  return (
    <select
      id={id}
      className="control"
      aria-required={required}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value || undefined)}
      {...rest}
    >
      <option value="">{placeholder ?? WIDGET.choose}</option>
      {choices.map(({ value, text, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {text}
        </option>
      ))}
    </select>
  )
}
