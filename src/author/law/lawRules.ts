import type { Regime } from '../../../schemas/flow/regimes.ts'
import type { Phrase, Statement } from './wordings.ts'

/** Rules of all regimes, and how each is checked. This is how the product is built, not legal advice. A rule that changes becomes a new
 *  entry with its own date. */

/** Confidence in a source. regulator: the regulator's own text was read. quoted: the text was read in a copy or quotation. secondary:
 *  only what others wrote about it. */
export type Confidence = 'regulator' | 'quoted' | 'secondary'

/** Ways to check a rule, from what the proofs know of a flow. */
export type LawCheck =
  /** The visitor agreed to a consent of the offer before its lead is due. */
  | { by: 'agreed' }
  /** Every consent that a lead rests on says this. */
  | { by: 'consent_says'; what: Statement }
  /** No consent that a lead rests on says this. */
  | { by: 'consent_avoids'; what: Phrase }
  /** No text that visitors of the offer read says this. */
  | { by: 'page_avoids'; what: Phrase }
  /** Every consent names the buyers that it sends the lead to. */
  | { by: 'buyers_named' }
  /** Each of several buyers is agreed to separately. */
  | { by: 'buyers_apart' }
  /** The visitor is 18 or older, by an answer or by the consent. */
  | { by: 'adult' }
  /** The page shows who is responsible for the ad, and where their office is. */
  | { by: 'responsible_shown' }
  /** The footer links to a form for opting out of the sale. */
  | { by: 'opt_out_linked' }
  /** Buyers get the hours in which the visitor may be called. */
  | { by: 'hours_passed_on' }
  /** A visitor who declined an offer's consent isn't sold by an earlier one. */
  | { by: 'refusal_kept' }
  /** The product does it for every flow. */
  | { by: 'product' }

export interface LawRule {
  id: string
  regime: Regime
  source: string
  confidence: Confidence
  /** First day on which it applies, YYYY-MM-DD. */
  from: string
  text: string
  check: LawCheck
}

const HOURS = { by: 'hours_passed_on' } as const
const AUTOMATED = { by: 'consent_says', what: 'automated' } as const

export const LAW_RULES: readonly LawRule[] = [
  {
    id: 'us-tcpa-consent',
    regime: 'us-tcpa',
    source: '47 CFR 64.1200(a)(2)',
    confidence: 'secondary',
    from: '2013-10-16',
    text: 'Sales calls by automated means need the visitor’s prior written consent.',
    check: { by: 'agreed' },
  },
  {
    id: 'us-tcpa-automated',
    regime: 'us-tcpa',
    source: '47 CFR 64.1200(f)(9)(i)(A)',
    confidence: 'secondary',
    from: '2013-10-16',
    text: 'The consent says that calls may be made by automated means or with a recorded voice.',
    check: AUTOMATED,
  },
  {
    id: 'us-tcpa-no-purchase',
    regime: 'us-tcpa',
    source: '47 CFR 64.1200(f)(9)(i)(B)',
    confidence: 'secondary',
    from: '2013-10-16',
    text: 'The consent says that it isn’t a condition of buying anything.',
    check: { by: 'consent_says', what: 'no_purchase' },
  },
  {
    id: 'us-tcpa-seller',
    regime: 'us-tcpa',
    source: '47 CFR 64.1200(f)(9)',
    confidence: 'secondary',
    from: '2013-10-16',
    text: 'The consent names the company that may call.',
    check: { by: 'buyers_named' },
  },
  {
    id: 'us-tcpa-adult',
    regime: 'us-tcpa',
    source: 'Restatement (Second) of Contracts, section 14',
    confidence: 'secondary',
    from: '1981-01-01',
    text: 'Only an adult can give the consent.',
    check: { by: 'adult' },
  },
  {
    id: 'us-tcpa-any-means',
    regime: 'us-tcpa',
    source: '47 CFR 64.1200(a)(10)',
    confidence: 'quoted',
    from: '2025-04-11',
    text: 'Consent can be taken back in any reasonable way, so the text can’t allow only one.',
    check: { by: 'consent_avoids', what: 'only_means' },
  },
  {
    id: 'us-tcpa-stop',
    regime: 'us-tcpa',
    source: '47 CFR 64.1200(a)(10)',
    confidence: 'quoted',
    from: '2025-04-11',
    text: 'A request to stop must be honored within 10 business days, so the consent lets us pass it on.',
    check: { by: 'consent_says', what: 'stop_passed_on' },
  },
  {
    id: 'us-tcpa-revoke-all',
    regime: 'us-tcpa',
    source: '47 CFR 64.1200(a)(10), waived until January 31, 2027 (DA 26-12)',
    confidence: 'quoted',
    from: '2027-01-31',
    text: 'A request to stop ends all calls and texts of a company, so the text can’t limit what it ends.',
    check: { by: 'consent_avoids', what: 'limited_stop' },
  },
  {
    id: 'us-cms-tpmo-consent',
    regime: 'us-cms-tpmo',
    source: '42 CFR 422.2274(g)(4)',
    confidence: 'quoted',
    from: '2024-10-01',
    text: 'Medicare leads are shared only with the visitor’s prior written consent.',
    check: { by: 'agreed' },
  },
  {
    id: 'us-cms-tpmo-named',
    regime: 'us-cms-tpmo',
    source: '42 CFR 422.2274(g)(4)',
    confidence: 'quoted',
    from: '2024-10-01',
    text: 'The consent names each company that gets the details.',
    check: { by: 'buyers_named' },
  },
  {
    id: 'us-cms-tpmo-separate',
    regime: 'us-cms-tpmo',
    source: '42 CFR 422.2274(g)(4)',
    confidence: 'quoted',
    from: '2024-10-01',
    text: 'Visitors accept or decline each company separately.',
    check: { by: 'buyers_apart' },
  },
  {
    id: 'us-ca-ccpa-opt-out',
    regime: 'us-ca-ccpa',
    source: 'Cal. Civ. Code 1798.135(a)',
    confidence: 'secondary',
    from: '2023-01-01',
    text: 'Every page links to a way to opt out of the sale of personal information.',
    check: { by: 'opt_out_linked' },
  },
  {
    id: 'us-ca-ccpa-gpc',
    regime: 'us-ca-ccpa',
    source: '11 CCR 7025(c)(6)',
    confidence: 'quoted',
    from: '2026-01-01',
    text: 'Global Privacy Control is honored, and the page says so. Leadloom does both for every flow.',
    check: { by: 'product' },
  },
  {
    id: 'us-ca-sb37-responsible',
    regime: 'us-ca-sb37',
    source: 'Cal. Bus. & Prof. Code 6157.2(b)',
    confidence: 'quoted',
    from: '2026-01-01',
    text: 'The page names the lawyer, law firm, or certified referral service that is responsible, and the place of an office.',
    check: { by: 'responsible_shown' },
  },
  {
    id: 'us-ca-sb37-no-promise',
    regime: 'us-ca-sb37',
    source: 'Cal. Bus. & Prof. Code 6157.2(a)(1)',
    confidence: 'quoted',
    from: '2026-01-01',
    text: 'Ads don’t guarantee the outcome of a legal matter.',
    check: { by: 'page_avoids', what: 'promise' },
  },
  {
    id: 'us-ca-sb37-quick-cash',
    regime: 'us-ca-sb37',
    source: 'Cal. Bus. & Prof. Code 6157.2(a)(2)',
    confidence: 'quoted',
    from: '2026-01-01',
    text: 'Ads don’t promise immediate cash or a quick settlement.',
    check: { by: 'page_avoids', what: 'quick_cash' },
  },
  {
    id: 'us-ca-sb37-contingency',
    regime: 'us-ca-sb37',
    source: 'Cal. Bus. & Prof. Code 6157.2(a)(4)',
    confidence: 'quoted',
    from: '2026-01-01',
    text: 'A text about a contingency fee also says who pays the costs of a case that is lost.',
    check: { by: 'page_avoids', what: 'contingency_without_costs' },
  },
  {
    id: 'us-fl-consent',
    regime: 'us-fl',
    source: 'Fla. Stat. 501.059(8)',
    confidence: 'quoted',
    from: '2021-07-01',
    text: 'Automated sales calls need a written consent that says so.',
    check: AUTOMATED,
  },
  {
    id: 'us-fl-hours',
    regime: 'us-fl',
    source: 'Fla. Stat. 501.616(6)',
    confidence: 'quoted',
    from: '2021-07-01',
    text: 'Sales calls only from 8 AM to 8 PM, and three in 24 hours at most.',
    check: HOURS,
  },
  {
    id: 'us-md-consent',
    regime: 'us-md',
    source: 'Md. Code, Com. Law 14-4501',
    confidence: 'secondary',
    from: '2024-01-01',
    text: 'Automated sales calls need a written consent that says so.',
    check: AUTOMATED,
  },
  {
    id: 'us-md-hours',
    regime: 'us-md',
    source: 'Md. Code, Com. Law 14-4501',
    confidence: 'secondary',
    from: '2024-01-01',
    text: 'Sales calls only from 8 AM to 8 PM, and three in 24 hours at most.',
    check: HOURS,
  },
  {
    id: 'us-ok-consent',
    regime: 'us-ok',
    source: '15 O.S. 775C',
    confidence: 'secondary',
    from: '2022-11-01',
    text: 'Automated sales calls need a written consent that says so.',
    check: AUTOMATED,
  },
  {
    id: 'us-ok-hours',
    regime: 'us-ok',
    source: '15 O.S. 775C',
    confidence: 'secondary',
    from: '2022-11-01',
    text: 'Sales calls only from 8 AM to 8 PM, and three in 24 hours at most.',
    check: HOURS,
  },
  {
    id: 'us-tx-hours',
    regime: 'us-tx',
    source: 'Tex. Bus. & Com. Code 301.051, ch. 302',
    confidence: 'secondary',
    from: '2025-09-01',
    text: 'Sales calls and texts only from 9 AM to 9 PM, and on Sundays only from noon.',
    check: HOURS,
  },
  {
    id: 'us-va-hours',
    regime: 'us-va',
    source: 'Va. Code 59.1-510 ff.',
    confidence: 'secondary',
    from: '2026-01-01',
    text: 'Sales calls only from 8 AM to 9 PM.',
    check: HOURS,
  },
  {
    id: 'us-wa-hours',
    regime: 'us-wa',
    source: 'RCW 19.158.110',
    confidence: 'quoted',
    from: '2022-06-09',
    text: 'Sales calls only from 8 AM to 8 PM.',
    check: HOURS,
  },
  {
    id: 'us-wa-refusal',
    regime: 'us-wa',
    source: 'RCW 19.158.110',
    confidence: 'quoted',
    from: '2022-06-09',
    text: 'The contact details of someone who declined aren’t passed on.',
    check: { by: 'refusal_kept' },
  },
]

/** Rules of an offer's regimes, in the order of the table. */
export function rulesOfRegimes(regimes: readonly Regime[] = []): LawRule[] {
  return LAW_RULES.filter(({ regime }) => regimes.includes(regime))
}
