import type { Flow } from '../../schemas/flow/flow.ts'
import { answer, consents } from './elements/elements.ts'
import { withProduct } from './placeholders.ts'

/** The flow with the product's name filled into the page's title and consent texts, in each language. This happens at publish: consents
 *  are recorded word for word as shown, and stay the same if the product is renamed later. */
export function named<F extends Flow>(flow: F, productName: string): F {
  const copy = structuredClone(flow)
  const { default: _, check: __, ...languages } = copy.ui_config.languages ?? {}
  const name = (text: string) => {
    const whole = withProduct(text, productName)
    for (const words of Object.values(languages))
      if (words && Object.hasOwn(words, text)) words[whole] = withProduct(words[text]!, productName)
    return whole
  }
  copy.ui_config.title = name(copy.ui_config.title)
  const steps = Object.values(copy.ui_config.offers).flatMap((offer) => offer.steps)
  const texts = steps
    .flatMap(consents)
    .map(({ question_key, answer_id }) => answer(copy, question_key, answer_id))
  for (const text of new Set(texts)) text.backend_field_value = name(text.backend_field_value ?? '')
  return copy
}
