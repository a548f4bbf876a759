import type { InputElement } from '../../../schemas/element.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { pad } from '../../flow/validations/dates.ts'
import { choiceValue, controls, isChoice } from '../../flow/consent/agreement.ts'
import { answer, inputs } from '../../flow/elements.ts'
import { fieldErrors, type MetStep } from '../../flow/validations/validations.ts'
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

type Enter = (field: string, random: Random, values: string[]) => StepData[string]

const ENTERED: Record<Exclude<InputElement['widget'], 'vehicle' | 'injury_date'>, Enter> = {
  text: (field, random) => TEXTS.find(({ of }) => of.test(field))!.text(random),
  textarea: () => 'I was stopped at a light when another car hit me from behind, and my neck still hurts.',
  date_of_birth: (_, random) =>
    `${between(random, 1945, 2004)}-${pad(between(random, 1, 12))}-${pad(between(random, 1, 28))}`,
  dropdown: (_, random, values) => weighted(random, values),
  radio: (_, random, values) => weighted(random, values),
  multi_select: (_, random, values) => [weighted(random, values)],
}

/** By what the field is called; the last holds for all others. Numbers of the exchange 959, which telephone
 *  companies keep for tests, belong to nobody. Source: NANPA, central office codes. */
const TEXTS: { of: RegExp; text: (random: Random) => string }[] = [
  { of: /email/, text: (random) => `visitor${between(random, 1000, 9999)}@example.us` },
  { of: /phone/, text: (random) => `(212) 959-${between(random, 1000, 9999)}` },
  { of: /zip/, text: (random) => one(random, ['10001', '60601', '77002', '90012', '33101']) },
  { of: /first_name/, text: (random) => one(random, ['Maria', 'James', 'Linda', 'Robert', 'Grace', 'Luis']) },
  { of: /last_name/, text: (random) => one(random, ['Garcia', 'Smith', 'Nguyen', 'Brown', 'Rivera']) },
  { of: /./, text: (random) => String(between(random, 1, 60)) },
]

function entered(flow: Flow, element: InputElement, random: Random): Record<string, StepData[string]> {
  const fieldOf = (id: string) => answer(flow, element.question_key, id).backend_field_name
  if (element.widget === 'vehicle')
    return {
      [element.question_key]: {
        [fieldOf('year')]: '2015',
        [fieldOf('make')]: 'Honda',
        [fieldOf('model')]: 'Civic',
      },
    }
  if (element.widget === 'injury_date')
    return {
      [element.question_key]: {
        [fieldOf('year')]: String(between(random, 2020, 2025)),
        [fieldOf('month')]: pad(between(random, 1, 12)),
      },
    }
  const { options = [] } = answer(flow, element.question_key, element.answer_id)
  const field = fieldOf(element.answer_id)
  return {
    [field]: ENTERED[element.widget](
      field,
      random,
      options.map(({ backend_field_value }) => backend_field_value),
    ),
  }
}
