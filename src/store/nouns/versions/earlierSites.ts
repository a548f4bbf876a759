import type { Flow, Site, UiConfig } from '../../../../schemas/flow/flow.ts'

/** Brands for versions published before flows had their own; each keeps what its template meant then. Nothing else reads these, and
 *  nothing is added to them. */

export function withSite(flow: Flow): Flow {
  const { ui_config } = flow
  if (Object.hasOwn(ui_config, 'site')) return flow
  return { ...flow, ui_config: { ...ui_config, site: EARLIER[ui_config.template] } }
}

const DISCLAIMER =
  'We are not a law firm, a lender or a government agency. We connect people with companies that can help, and may be paid when we do.'

const SHORT: Site = {
  name: '{{product}}',
  masthead: 'Secure',
  footer: [
    { text: 'Partners', document: 'partners' },
    { text: 'Privacy Policy', document: 'privacy-policy' },
    { text: 'Terms of Use', document: 'terms-of-use' },
  ],
  disclaimer: DISCLAIMER,
}

const EARLIER: Record<UiConfig['template'], Site> = {
  'class-action-finder': { ...SHORT, name: 'Class Action Finder' },
  leadloom: SHORT,
  'unemployment-guru': { ...SHORT, name: 'Unemployment Guru' },
  'found-money': {
    name: 'Found Money',
    masthead: 'Secure',
    banner: 'Over 5 billion in unclaimed money is found each year',
    footer: [
      { text: 'Terms and Conditions', document: 'terms-and-conditions' },
      { text: 'Privacy Policy', document: 'privacy-policy' },
      { text: 'How It Works', document: 'how-it-works' },
      { text: 'Unsubscribe', document: 'unsubscribe' },
      { text: 'Privacy Notice', document: 'privacy-notice' },
      { text: 'Accessibility Notice', document: 'accessibility-notice' },
      { text: 'Do Not Sell My Information', document: 'do-not-sell' },
    ],
    disclaimer: DISCLAIMER,
  },
  yardstick: { ...SHORT, name: 'Yardstick' },
}
