import type { LeadAnswer } from '../../../schemas/desk/oneLead.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import { isChoice } from '../../flow/consent/agreement.ts'
import { answer, consents, leaves } from '../../flow/elements/elements.ts'
import { once } from '../../flow/kernel/once.ts'

/** A visitor's answers in the flow's own words: the question, and the texts of the chosen options. `fields`: by backend field. Leaves
 *  out consents, which are evidence. */
export function answersInWords(flow: Flow, fields: Fields): LeadAnswer[] {
  const words = wordsOf(flow)
  return Object.entries(fields)
    .filter(([field]) => !words.consents.has(field))
    .map(([field, given]) => {
      const values = [given].flat()
      const texts = words.texts.get(field)
      return {
        field,
        question: words.questions.get(field) ?? null,
        values,
        words: values.map((value) => texts?.get(value) ?? value),
      }
    })
}

/** Texts for each backend field of a flow. `texts`: text shown for a value. */
interface Words {
  questions: Map<string, string>
  texts: Map<string, Map<string, string>>
  consents: Set<string>
}

const wordsOf = once((flow: Flow): Words => {
  const words: Words = { questions: new Map(), texts: new Map(), consents: new Set() }
  const name = (field: string, value: string, text: string) =>
    words.texts.set(field, (words.texts.get(field) ?? new Map<string, string>()).set(value, text))
  for (const { label, answers } of Object.values(flow.constants_config.questions)) {
    const all = Object.values(answers)
    const asksOne = new Set(all.map(({ backend_field_name }) => backend_field_name)).size === 1
    for (const { backend_field_name: field, label: own = label, options = [] } of all) {
      words.questions.set(field, asksOne ? label : own)
      for (const { text, backend_field_value, field: ticked } of options) {
        name(field, backend_field_value, text)
        if (ticked !== undefined) words.questions.set(ticked, `${label} ${text}`)
      }
    }
  }
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  for (const { question_key, answer_id } of steps.flatMap(consents))
    words.consents.add(answer(flow, question_key, answer_id).backend_field_name)
  for (const { question_key, answer_id, text } of steps.flatMap(({ questions }) =>
    leaves(questions).filter(isChoice),
  )) {
    const { backend_field_name, backend_field_value } = answer(flow, question_key, answer_id)
    if (backend_field_value !== undefined) name(backend_field_name, backend_field_value, text)
  }
  return words
})
