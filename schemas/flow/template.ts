import { explained } from '../kernel/shape.ts'

/** Layouts of the page around the steps, with the names of the specification. They are not brands: a site's own parts are in
 *  ui_config.site. Source: spec, section 2 "Layouts". */
const MEANINGS = {
  'class-action-finder': 'header, steps, and small print',
  leadloom: 'header, steps, and small print',
  'unemployment-guru': 'header, steps, and small print',
  'found-money': 'the same, with a phone number banner under the header',
  yardstick: 'header, steps, and small print',
} as const

export type TemplateName = keyof typeof MEANINGS

/** Layouts with a place for `site.banner`. */
export const WITH_BANNER: readonly TemplateName[] = ['found-money']

export const Template = explained('The layout of the page around the steps.', MEANINGS)
