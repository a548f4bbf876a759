import type { ElementOf } from '../schemas/elements/element.ts'
import { choiceValue, controls, isChoice, meaningOf } from '../src/flow/consent/agreement.ts'
import { leaves, showsConsent } from '../src/flow/elements/elements.ts'
import { useForm, useStep } from './context.ts'
import { Icon } from './Icon.tsx'
import { CardPicture, placeOf } from './Picture.tsx'

/** A card that answers and submits; beside the button that gives a consent, the less prominent button that does not. It is a submit
 *  button with its field's name and value, so that a press means the same before any script has loaded. */
export function Choice({ element }: { element: ElementOf<'choice'> }) {
  const { flow, step, begun } = useStep()
  const { busy, choose } = useForm()
  const { field, value } = choiceValue(flow, element)
  const isConsent = showsConsent(step)
  const isQuiet = isConsent && !controls(step).every(isChoice)
  const picture = isQuiet ? undefined : element.picture
  return (
    <button
      type="submit"
      className={isQuiet ? 'button quiet' : picture ? 'card choice pictured' : 'card choice'}
      name={field}
      value={value}
      data-choice
      data-tf-element-role={isConsent && meaningOf(step, element) === 'agrees' ? 'submit' : undefined}
      aria-current={begun[field] === value || undefined}
      aria-disabled={busy}
      onClick={(event) => (busy ? event.preventDefault() : choose(field, value))}
    >
      {picture && <CardPicture picture={picture} place={placeOf(element, leaves(step.questions))} />}
      {element.icon !== undefined && <Icon name={element.icon} />}
      <span>
        {element.text}
        {element.hint !== undefined && <small>{element.hint}</small>}
      </span>
    </button>
  )
}
