import type { Flow } from '../../../schemas/flow/flow.ts'
import { answer, inputs } from '../elements/elements.ts'
import { isComposite } from '../elements/kinds.ts'
import { LOCAL } from '../elements/localChecks.ts'
import { once } from '../kernel/once.ts'

export type ContactKind = 'phone' | 'email'

/** Fields in which a flow asks for the visitor's phone number or email address, whatever their names: those that are validated as one,
 *  or typed on its keyboard; and `phone` and `email`, as in the lead payload. */
export const contactFields = once((flow: Flow): ReadonlyMap<string, ContactKind> => {
  const found = new Map<string, ContactKind>(KINDS.map((kind) => [kind, kind]))
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  for (const element of steps.flatMap(inputs)) {
    if (isComposite(element)) continue
    const { local, external = [] } = element.validations
    const named = [...local.map(({ name }) => name), ...external].map((name) => LOCAL[name].contact)
    const typed = 'inputmode' in element ? KEYBOARDS[element.inputmode ?? 'text'] : undefined
    const kind = KINDS.find((kind) => [...named, typed].includes(kind))
    if (kind) found.set(answer(flow, element.question_key, element.answer_id).backend_field_name, kind)
  }
  return found
})

const KINDS: readonly ContactKind[] = ['phone', 'email']
const KEYBOARDS: Partial<Record<string, ContactKind>> = { tel: 'phone', email: 'email' }
