import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/element.ts'
import { useStep } from './context.ts'
import { Field } from './Field.tsx'

/** One of the options, each a full-width card. */
export function Radio({ id, name, label, value, options, onChange }: WidgetProps) {
  const { errors } = useStep()
  const { title, hint } = options['element'] as ElementOf<'radio'>
  return (
    <Field id={id} label={title ?? label} hint={hint} error={errors[name]} titled={title !== undefined} group>
      <div className="cards">
        {(options.enumOptions ?? []).map((option) => (
          <label key={String(option.value)} className="card">
            <input
              type="radio"
              name={name}
              value={String(option.value)}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  )
}
