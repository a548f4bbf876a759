import type { Flow } from '../../schemas/flow.ts'
import { answer, leaves } from './elements.ts'
import { withProduct } from './placeholders.ts'

/** The flow with the product's name in the page's title and in its consent texts. So it is published: a consent is
 *  recorded word for word as it was shown, and what somebody agreed to stays so, whatever the product is called later. */
export function named<F extends Flow>(flow: F, productName: string): F {
  const copy = structuredClone(flow)
  copy.ui_config.title = withProduct(copy.ui_config.title, productName)
  const steps = Object.values(copy.ui_config.offers).flatMap((offer) => offer.steps)
  const consents = steps
    .flatMap(({ questions }) => leaves(questions))
    .flatMap((element) =>
      'widget' in element && element.widget === 'consent'
        ? answer(copy, element.question_key, element.answer_id)
        : [],
    )
  for (const consent of new Set(consents))
    consent.backend_field_value = withProduct(consent.backend_field_value ?? '', productName)
  return copy
}
