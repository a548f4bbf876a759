import type { FieldProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import { answer } from '../src/flow/elements/elements.ts'
import { useForm, useStep } from './context.ts'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { CardPicture } from './Picture.tsx'

/** Any subset of the options; its value lists the selected ones, in the options' order. An exclusive option deselects the others, and
 *  vice versa. */
export function MultiSelect({ fieldPathId, name, formData, schema, uiSchema, onChange }: FieldProps) {
  const { flow } = useStep()
  const { errors } = useForm()
  const { element } = (uiSchema?.['ui:options'] ?? {}) as unknown as { element: ElementOf<'multi_select'> }
  const { hint, question_key, answer_id } = element
  const options = answer(flow, question_key, answer_id).options ?? []
  const hasPictures = options.some(({ picture }) => picture)
  const isLong = !hasPictures && (options.some(({ icon }) => icon) || isWide(options))
  const ticked = new Set(formData as string[] | undefined)
  const toggle = (value: string) => {
    if (!ticked.delete(value)) {
      const alone = options.find(({ exclusive }) => exclusive)?.backend_field_value
      if (value === alone) ticked.clear()
      else if (alone !== undefined) ticked.delete(alone)
      ticked.add(value)
    }
    const list = options.map((option) => option.backend_field_value).filter((item) => ticked.has(item))
    onChange(list.length > 0 ? list : undefined, fieldPathId.path)
  }
  return (
    <Field id={fieldPathId.$id} label={schema.title ?? name} hint={hint} error={errors[name]} group>
      <div className="cards" data-columns="2" data-long={isLong || undefined}>
        {options.map(({ text, backend_field_value: value, picture, icon }, index) => (
          <label key={value} className={picture ? 'card pictured' : 'card'}>
            {picture && <CardPicture picture={picture} place={index} />}
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={ticked.has(value)}
              onChange={() => toggle(value)}
            />
            {icon !== undefined && <Icon name={icon} />}
            <span>{text}</span>
          </label>
        ))}
      </div>
    </Field>
  )
}

/** True if the options are below each other on a narrow screen, as their text is too long for two columns. */
function isWide(options: readonly { text: string }[]): boolean {
  const longest = options.length <= FEW ? SHORT : WRAPPED
  return options.some(({ text }) => text.length > longest)
}

/** Limits on a phone of 360 pixels: number of cards below each other, and characters on one line of half the width; more options than
 *  that may wrap twice. */
const [FEW, SHORT, WRAPPED] = [6, 13, 26]
