import type { InputElement } from '../../../schemas/element.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type { Chance } from '../../author/elements/authoring.ts'
import { authoringOf } from '../../author/elements/authoringOf.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { choiceValue, controls, isChoice } from '../../flow/consent/agreement.ts'
import { answer, inputs } from '../../flow/elements.ts'
import { isComposite } from '../../flow/elements/kinds.ts'
import { fieldErrors, inputFields, type MetStep } from '../../flow/validations/validations.ts'
import { between, one, weighted, type Random } from './random.ts'

/** What a made-up visitor enters on a step, or null where the step asks for what such a visitor cannot think of. */
export function invent(flow: Flow, met: MetStep, random: Random): StepData | null {
  const { step } = met
  const data: Record<string, StepData[string]> = {}
  if (controls(step).some(isChoice)) {
    const pressed = weighted(random, controls(step))
    if (isChoice(pressed)) {
      const { field, value } = choiceValue(flow, pressed)
      data[field] = value
    }
  }
  for (const element of inputs(step)) Object.assign(data, entered(flow, element, random))
  return fieldErrors(flow, met, data).length === 0 ? data : null
}

function entered(flow: Flow, element: InputElement, random: Random): Record<string, StepData[string]> {
  const chance: Chance = {
    between: (min, max) => between(random, min, max),
    one: (from) => one(random, from),
    weighted: (from) => weighted(random, from),
  }
  const fields = inputFields(flow, element)
  const { field, options } = isComposite(element)
    ? { field: element.question_key, options: [] }
    : {
        field: fields[0]!.field,
        options: answer(flow, element.question_key, element.answer_id).options ?? [],
      }
  const values = options.map(({ backend_field_value }) => backend_field_value)
  const invented = authoringOf(element).invent(chance, field, values)
  if (typeof invented === 'string' || Array.isArray(invented)) return { [field]: invented }
  return { [field]: Object.fromEntries(fields.map(({ id, field }) => [field, invented[id] ?? ''])) }
}
