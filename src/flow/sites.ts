import type { UiConfig } from '../../schemas/flow.ts'

/** A link of a site's footer: what it says, and the last part of its address, /legal/<site>/<slug>. */
export type FooterLink = readonly [text: string, slug: string]

/** What each page template says of its site. A name of null stands for the product's. Source: spec, section 2 "Layouts". */
export interface Site {
  name: string | null
  /** A line under the head of the page, beside the number to call. */
  banner?: string
  footer: readonly FooterLink[]
}

const SHORT: readonly FooterLink[] = [
  ['Partners', 'partners'],
  ['Privacy Policy', 'privacy-policy'],
  ['Terms of Use', 'terms-of-use'],
]

export const SITES: Record<UiConfig['template'], Site> = {
  'class-action-finder': { name: 'Class Action Finder', footer: SHORT },
  leadloom: { name: null, footer: SHORT },
  'unemployment-guru': { name: 'Unemployment Guru', footer: SHORT },
  'found-money': {
    name: 'Found Money',
    banner: 'Over 5 billion in unclaimed money is found each year',
    footer: [
      ['Terms and Conditions', 'terms-and-conditions'],
      ['Privacy Policy', 'privacy-policy'],
      ['How It Works', 'how-it-works'],
      ['Unsubscribe', 'unsubscribe'],
      ['Privacy Notice', 'privacy-notice'],
      ['Accessibility Notice', 'accessibility-notice'],
      ['Do Not Sell My Information', 'do-not-sell'],
    ],
  },
  yardstick: { name: 'Yardstick', footer: SHORT },
}
