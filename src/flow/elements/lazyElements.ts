import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { hasBox, leadsAway, leaves } from './elements.ts'
import { once } from '../kernel/once.ts'
import { blockName, isInput } from './kinds.ts'

/** Elements that few sites show, and the landing section. Only their visitors download the styles. */
export const LAZY_ELEMENTS = [
  'slider',
  'faq',
  'testimonials',
  'seller_consent',
  'redirect',
  'landing',
] as const
export type LazyElement = (typeof LAZY_ELEMENTS)[number]

/** Lazy elements that a flow shows. The parts of a landing section have the names of elements. */
export const lazyElementsIn = once((flow: Flow): readonly LazyElement[] => {
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  const { landing } = flow.ui_config.site
  const shown = new Set<string>([
    ...steps.flatMap(({ questions }) => leaves(questions)).map(lookOf),
    ...(landing ? ['landing', ...Object.keys(landing)] : []),
  ])
  return LAZY_ELEMENTS.filter((name) => shown.has(name))
})

/** Name of an element's look. A consent to one seller has its own, and so has a result that may redirect. */
function lookOf(element: LeafElement): string {
  if (hasBox(element)) return 'seller_consent'
  if (leadsAway(element)) return 'redirect'
  return isInput(element) ? element.widget : blockName(element)
}
