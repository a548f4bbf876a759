import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Placed, ValidParts } from './validParts.ts'
import { SITE } from './siteTexts.ts'

/** Parts that a site shows below its first question, each as an element with its path. */
export function landingParts({ site }: Pick<ValidParts, 'site'>): Placed<LeafElement>[] {
  const { picture, testimonials, faq } = site?.landing ?? {}
  const parts: (false | undefined | LeafElement)[] = [
    picture && { type: 'container', widget: 'picture', ...picture },
    testimonials && { type: 'container', widget: 'testimonials', ...testimonials },
    faq && { type: 'container', widget: 'faq', ...faq },
  ]
  return parts.flatMap((value) =>
    value && 'widget' in value ? [{ at: [...SITE, 'landing', value.widget], value }] : [],
  )
}
