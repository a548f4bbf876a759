import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import { DESCRIPTION_MIN_LENGTH } from '../src/flow/elements/localChecks.ts'
import { useForm, useSentences } from './context.ts'
import { describedBy, Field } from './Field.tsx'

/** Several lines of text, with a counter if a minimum length is required. */
export function Textarea({ id, name, label, value, required, options, onChange }: WidgetProps) {
  const { errors, leave } = useForm()
  const element = options['element'] as ElementOf<'textarea'>
  const text = typeof value === 'string' ? value : ''
  const counted = element.validations.local.some((validation) => validation.name === 'description')
  return (
    <Field id={id} label={label} hint={element.hint} error={errors[name]}>
      <textarea
        id={id}
        name={name}
        className="control"
        rows={5}
        autoComplete="off"
        value={text}
        aria-required={required}
        aria-invalid={errors[name] !== undefined}
        aria-describedby={describedBy(id, element.hint) + (counted ? ` ${id}-counter` : '')}
        onChange={(event) => onChange(event.target.value || undefined)}
        onBlur={() => leave(name)}
      />
      {counted && (
        <CharacterCounter id={`${id}-counter`} length={text.trim().length} minimum={DESCRIPTION_MIN_LENGTH} />
      )}
    </Field>
  )
}

/** Number of characters still missing; its line stays when none are. Source: spec, section 2 "Reusable widgets". */
function CharacterCounter({ id, length, minimum }: { id: string; length: number; minimum: number }) {
  const { WIDGET } = useSentences()
  const missing = Math.max(0, minimum - length)
  return (
    <p className="counter" id={id}>
      {missing > 0 ? WIDGET.missing(minimum, missing) : ''}
    </p>
  )
}
