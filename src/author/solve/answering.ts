import type { InputElement } from '../../../schemas/elements/element.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { choiceValue, controls, isChoice, meaningOf } from '../../flow/consent/agreement.ts'
import {
  answer,
  filledAnswers,
  hasBox,
  leaves,
  question,
  showsConsent,
} from '../../flow/elements/elements.ts'
import { isComposite, isInput } from '../../flow/elements/kinds.ts'
import { inputFields, isRequired } from '../../flow/validations/validations.ts'
import { ONE_VALUE, type Answering, type Distinctions, type Single } from '../elements/authoring.ts'
import { authoringOf } from '../elements/authoringOf.ts'
import { WORDS } from '../elements/textAuthoring.ts'
import { isAnything, typedValues } from '../elements/typed.ts'

/** Everything that a step asks, in the order of answering. */
export function answerings(flow: Flow, step: Step, distinctions: Distinctions): Answering[] {
  const choices = new Map<string, Single>()
  return leaves(step.questions).flatMap((element): Answering[] => {
    if (!('question_key' in element)) return []
    if (isInput(element)) {
      const [required, fields] = [isRequired(element), inputFields(flow, element)]
      const { options = [] } = isComposite(element)
        ? {}
        : answer(flow, element.question_key, element.answer_id)
      const asked = { element, required, fields, options }
      return [authoringOf(element).answering(asked, distinctions), ...fills(flow, element, distinctions)]
    }
    const { backend_field_name: field, backend_field_value: value = '' } = answer(
      flow,
      element.question_key,
      element.answer_id,
    )
    const known = choices.get(field)
    if (known && element.widget === 'choice') {
      known.values.push(value)
      return []
    }
    const isConsent = element.widget === 'consent'
    const single: Single = {
      ...ONE_VALUE,
      required: !hasBox(element),
      field,
      values: [value],
      isConsent,
      element,
    }
    if (!isConsent) choices.set(field, single)
    return [single]
  })
}

/** Routes that leave a step, each with the part of `asks` that it answers: one route, unless the pressed control decides whether a
 *  consent is given. Those that agree come first. */
export function routesOf(flow: Flow, step: Step, asks: readonly Answering[]): (readonly Answering[])[] {
  const all = controls(step)
  if (
    !showsConsent(step) ||
    all.every((control) => !isChoice(control) && meaningOf(step, control) === 'agrees')
  )
    return [asks]
  return MEANINGS.flatMap((meaning) => {
    const meant = all.filter((control) => meaningOf(step, control) === meaning)
    const chosen = new Map<string, string[]>()
    for (const choice of meant.filter(isChoice)) {
      const { field, value } = choiceValue(flow, choice)
      chosen.set(field, [...(chosen.get(field) ?? []), value])
    }
    const isUnanswered = meant.some(({ agrees }) => agrees === false)
    const route = (values: ReadonlyMap<string, string[]>): Answering[] =>
      asks.flatMap((ask): Answering[] => {
        if (ask.kind !== 'single') return isUnanswered ? [] : [ask]
        if (ask.isConsent) return [meaning === 'agrees' ? ask : { ...ask, notGiven: true }]
        if (ask.element.type !== 'container') return isUnanswered ? [] : [ask]
        const some = values.get(ask.field)
        return some ? [{ ...ask, values: some }] : []
      })
    return [
      ...(chosen.size > 0 ? [route(chosen)] : []),
      ...(meant.some((control) => !isChoice(control)) ? [route(new Map())] : []),
    ]
  })
}

const MEANINGS = ['agrees', 'refuses', 'unclear'] as const

/** Values that a check of the element may fill in, or not: all that rules tell apart. */
function fills(flow: Flow, element: InputElement, { args, seeds }: Distinctions): Single[] {
  const { question_key } = element
  return filledAnswers(element, question(flow, question_key)).map((answer_id) => {
    const { backend_field_name: field } = answer(flow, question_key, answer_id)
    const values = typedValues({ natural: WORDS, fits: isAnything, local: [] }, args(field), seeds(field))
    return { ...ONE_VALUE, required: false, field, values, element }
  })
}
