import type { InputElement } from '../../../schemas/elements/element.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { consentTexts } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { choiceValue, controls, isChoice } from '../../flow/consent/agreement.ts'
import { answer, inputs } from '../../flow/elements/elements.ts'
import { isComposite, type Control } from '../../flow/elements/kinds.ts'
import { fieldErrors, inputFields, type MetStep } from '../../flow/validations/validations.ts'
import type { Chance } from '../elements/authoring.ts'
import { authoringOf } from '../elements/authoringOf.ts'

/** Input of a made-up visitor on a step, or null if the step asks for something that such a visitor cannot invent. `chanceFor` gives the
 *  choice of a field's value, or of the button for null. */
export function invent(
  flow: Flow,
  met: MetStep,
  chanceFor: (field: string | null) => Chance,
): StepData | null {
  const { step } = met
  const data: Record<string, StepData[string]> = {}
  if (controls(step).some(isChoice)) {
    const words = controls(step).map((control) => wordOf(flow, control))
    const pressed = controls(step)[words.indexOf(chanceFor(null).weighted(words))]!
    if (isChoice(pressed)) {
      const { field, value } = choiceValue(flow, pressed)
      data[field] = value
    }
  }
  for (const element of inputs(step)) Object.assign(data, entered(flow, element, chanceFor))
  for (const { field, text, seller } of consentTexts(flow, step))
    if (seller !== undefined && chanceFor(field).weighted(['ticked', 'left']) === 'ticked') data[field] = text
  return fieldErrors(flow, met, data).length === 0 ? data : null
}

/** Identifies a control among those of its step, regardless of its text. */
function wordOf(flow: Flow, control: Control): string {
  if (!isChoice(control)) return `submit ${control.agrees}`
  const { field, value } = choiceValue(flow, control)
  return `${field} ${value}`
}

function entered(
  flow: Flow,
  element: InputElement,
  chanceFor: (field: string) => Chance,
): Record<string, StepData[string]> {
  const fields = inputFields(flow, element)
  const { field, options } = isComposite(element)
    ? { field: element.question_key, options: [] }
    : {
        field: fields[0]!.field,
        options: answer(flow, element.question_key, element.answer_id).options ?? [],
      }
  const invented = authoringOf(element).invent(chanceFor(field), field, { element, options })
  if (typeof invented === 'string' || Array.isArray(invented)) return { [field]: invented }
  return { [field]: Object.fromEntries(fields.map(({ id, field }) => [field, invented[id] ?? ''])) }
}
