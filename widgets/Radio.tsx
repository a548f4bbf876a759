import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import { answer } from '../src/flow/elements/elements.ts'
import { useForm, useStep } from './context.ts'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { CardPicture } from './Picture.tsx'

/** One of the options, each a full-width card. */
export function Radio({ id, name, label, value, options, onChange }: WidgetProps) {
  const { flow } = useStep()
  const { errors } = useForm()
  const { title, hint, question_key, answer_id } = options['element'] as ElementOf<'radio'>
  const { options: choices = [] } = answer(flow, question_key, answer_id)
  const pictures = choices.map(({ picture }) => picture)
  return (
    <Field id={id} label={title ?? label} hint={hint} error={errors[name]} titled={title !== undefined} group>
      <div className="cards" data-columns={pictures.some(Boolean) ? 2 : undefined}>
        {(options.enumOptions ?? []).map((option, index) => (
          <label key={String(option.value)} className={pictures[index] ? 'card pictured' : 'card'}>
            {pictures[index] && <CardPicture picture={pictures[index]} place={index} />}
            <input
              type="radio"
              name={name}
              value={String(option.value)}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {choices[index]?.icon && <Icon name={choices[index].icon} />}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  )
}
