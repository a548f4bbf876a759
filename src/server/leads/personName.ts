import type { Flow } from '../../../schemas/flow/flow.ts'
import { answer, inputs } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { parseDay } from '../../flow/kernel/dates.ts'
import { once } from '../../flow/kernel/once.ts'

type NamePart = 'given-name' | 'family-name' | 'name'

/** Name of a lead's person; null if unknown. It is read from the fields that flows usually use, or from those that a browser would
 *  autofill with it. */
export function nameIn(
  lead: Readonly<Record<string, string | string[] | undefined>>,
  flow: Flow | undefined,
): string | null {
  const text = (field: string) => [lead[field] ?? []].flat().join(' ').trim()
  const asked = flow ? nameFields(flow) : []
  const part = (part: NamePart) => {
    const fields = asked.flatMap((one) => (one.part === part ? one.field : []))
    return [...USUAL[part], ...fields].map(text).find(Boolean) ?? ''
  }
  return [part('given-name'), part('family-name')].filter(Boolean).join(' ') || part('name') || null
}

/** Birth date of a lead's person, YYYY-MM-DD; null if it isn't known, or isn't a day. It is read from `dob`, from date-of-birth elements, and
 *  from fields that are checked as one. */
export function bornIn(
  lead: Readonly<Record<string, string | string[] | undefined>>,
  flow: Flow,
): string | null {
  const given = ['dob', ...birthFields(flow)].map((field) => [lead[field] ?? []].flat().join(' ').trim())
  return given.find((text) => parseDay(text)) ?? null
}

const birthFields = once((flow: Flow): readonly string[] => {
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  return steps.flatMap(inputs).flatMap((element) => {
    const checks = 'validations' in element ? element.validations.local : []
    const isBirthday = isA(element, 'date_of_birth') || checks.some(({ name }) => name === 'date_of_birth')
    if (!isBirthday || !('answer_id' in element)) return []
    return answer(flow, element.question_key, element.answer_id).backend_field_name
  })
})

const USUAL: Readonly<Record<NamePart, readonly string[]>> = {
  'given-name': ['first_name'],
  'family-name': ['last_name'],
  name: ['full_name', 'name'],
}

const nameFields = once((flow: Flow): readonly { field: string; part: NamePart }[] => {
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  return steps.flatMap(inputs).flatMap((element) => {
    const part = 'autocomplete' in element ? element.autocomplete : undefined
    if (!isPart(part) || !('answer_id' in element)) return []
    return { field: answer(flow, element.question_key, element.answer_id).backend_field_name, part }
  })
})

function isPart(word: string | undefined): word is NamePart {
  return word !== undefined && Object.hasOwn(USUAL, word)
}
