import type { ElementName } from '../../../schemas/element.ts'
import type { Flow } from '../../../schemas/flow.ts'
import { leaves } from '../elements.ts'
import { once } from '../once.ts'
import { blockName, isInput } from './kinds.ts'

/** The elements that few sites show: only their visitors download how they look. */
export const RARE = ['slider', 'faq'] as const satisfies readonly ElementName[]
export type RareName = (typeof RARE)[number]

/** Those of them that a flow shows. */
export const rareIn = once((flow: Flow): readonly RareName[] => {
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  const shown = new Set<string>(
    steps
      .flatMap(({ questions }) => leaves(questions))
      .map((element) => (isInput(element) ? element.widget : blockName(element))),
  )
  return RARE.filter((name) => shown.has(name))
})
