import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { AnswerScript } from '../../../schemas/author/script.ts'
import { instead, nearest } from '../kernel/nearest.ts'
import { consentTexts, filledFields, type ConsentText } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { findStep, inputs, stepId } from '../../flow/elements/elements.ts'
import { isComposite } from '../../flow/elements/kinds.ts'
import { toForm } from '../../flow/form.ts'
import type { PropertySchema, StepSchema } from '../../flow/elements/stepSchema.ts'
import { inputFields } from '../../flow/validations/validations.ts'
import { SCRIPT_PROBLEMS } from './scriptProblems.ts'

/** Input for a step in an answer script. */

export type Entered = AnswerScript['answers'][string]

/** Step of the flow with this ID, `offer/step`. */
export function stepOf(flow: Flow, id: string): Step | undefined {
  const [offer_key = '', step_key = ''] = id.split('/')
  return findStep(flow, { offer_key, step_key })
}

/** Input for a step in the shape of its form: the parts of a vehicle or an injury date are together under their question's key. */
export function formData(flow: Flow, step: Step, entered: Entered): StepData {
  const data: Record<string, StepData[string]> = { ...entered }
  for (const element of inputs(step).filter(isComposite)) {
    const fields = inputFields(flow, element).map(({ field }) => field)
    const given = fields.flatMap((field) => {
      const value = entered[field]
      delete data[field]
      return value === undefined ? [] : [[field, value] as const]
    })
    if (given.length > 0) data[element.question_key] = Object.fromEntries(given)
  }
  for (const { field, text } of boxes(flow, step)) if (data[field] === TICKED) data[field] = text
  return data
}

/** Value in a script that checks a consent's box, whatever its text. */
export const TICKED = 'yes'

function boxes(flow: Flow, step: Step): ConsentText[] {
  return consentTexts(flow, step).filter(({ seller }) => seller !== undefined)
}

/** Steps of a script that are not in the flow, fields that their steps do not ask, and values that these cannot have; each with its path
 *  in the script. */
export function scriptProblems(flow: Flow, { answers }: AnswerScript): Problem[] {
  return Object.entries(answers).flatMap(([id, entered]) => {
    const step = stepOf(flow, id)
    if (!step) return [unknownStep(flow, id)]
    const asked = askedFields(toForm(flow, step).schema)
    for (const field of filledFields(flow, step)) asked.set(field, FILLED)
    for (const { field } of boxes(flow, step)) asked.set(field, BOX)
    return Object.entries(entered).flatMap(([field, value]) => enteredProblems({ id, field, value }, asked))
  })
}

/** Scripts include what a check fills in, as no server is asked. */
const FILLED = { type: 'string', title: SCRIPT_PROBLEMS.filledIn } as const

const BOX = { type: 'string', title: TICKED, enum: [TICKED] } as const satisfies PropertySchema

function enteredProblems(
  { id, field, value }: { id: string; field: string; value: string | string[] },
  asked: ReadonlyMap<string, Exclude<PropertySchema, StepSchema>>,
): Problem[] {
  const at = ['answers', id, field]
  const schema = asked.get(field)
  if (!schema)
    return [
      {
        code: 'unknown_field',
        at,
        ...SCRIPT_PROBLEMS.unknownField(id, field),
        hint:
          asked.size === 0
            ? SCRIPT_PROBLEMS.asksNothing
            : instead(field, asked.keys(), SCRIPT_PROBLEMS.fieldsAsked),
      },
    ]
  const isList = schema.type === 'array'
  if (isList !== Array.isArray(value))
    return [
      {
        code: 'wrong_type',
        at,
        message: isList ? SCRIPT_PROBLEMS.takesList(field) : SCRIPT_PROBLEMS.takesOne(field),
        hint: isList ? SCRIPT_PROBLEMS.writeList : SCRIPT_PROBLEMS.writeText,
      },
    ]
  const known = isList ? schema.items.enum : schema.enum
  const impossible = [value].flat().find((one) => known && !known.includes(one))
  if (impossible === undefined) return []
  return [
    {
      code: 'unknown_option',
      at,
      ...SCRIPT_PROBLEMS.unknownOption(field, impossible),
      hint: instead(impossible, known ?? [], `values of "${field}"`),
    },
  ]
}

/** Fields that a step asks for, with those of a vehicle or an injury date one by one. */
function askedFields({ properties }: StepSchema): Map<string, Exclude<PropertySchema, StepSchema>> {
  return new Map(
    Object.entries(properties).flatMap(([field, schema]) =>
      schema.type === 'object' ? [...askedFields(schema)] : [[field, schema] as const],
    ),
  )
}

function unknownStep({ ui_config }: Flow, id: string): Problem {
  const steps = Object.entries(ui_config.offers).flatMap(([offer_key, { steps }]) =>
    steps.map(({ name }) => stepId({ offer_key, step_key: name })),
  )
  const [offer = ''] = id.split('/')
  const own = steps.filter((step) => step.startsWith(`${offer}/`))
  const meant = nearest(id, own.length > 0 ? own : steps)
  return {
    code: 'unknown_step',
    at: ['answers', id],
    ...SCRIPT_PROBLEMS.unknownStep(id),
    hint:
      meant === undefined && own.length === 0
        ? instead(offer, Object.keys(ui_config.offers), 'offers')
        : instead(id, own.length > 0 ? own : steps, SCRIPT_PROBLEMS.stepsOfOffer),
  }
}
