import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { LinkOutElement, Redirect } from '../../../schemas/elements/element.ts'
import { newestQuery, withAdded } from '../../flow/arrival.ts'
import type { Page } from '../../flow/page.ts'
import type { TrackingIds } from '../tracking/tracker.ts'

/** Source: spec, section 7 "Partner links" and section 9. */
const TRACKER = { offer_id: '1', aff_id: '1004' } as const
const CAMPAIGN = { aff_id: '10257', hostNameId: '2951', aff_sub: 'C_TCAF' } as const
const AFF_SUB4_PREFIX = '627'

/** Address of a button that opens another page: its own, with the page's parameters passed through; an empty one counts as missing.
 *  `uniqueId` gives the link-out's ID, and is null if none can be made: the address for a partner who takes it is then null. Source:
 *  spec, section 7 "Partner links". */
export function linkAddress(
  element: LinkOutElement | (Redirect & { link: string }),
  page: Page,
  step: StepRef,
  uniqueId: (() => string) | null,
): string | null {
  const url = new URL(element.link)
  const reference = 'campaign_id' in element && element.affiliate_reference
  if (reference && !uniqueId) return null
  const parameters = reference ? { [reference]: uniqueId?.() } : passedOn(element, page, step)
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  // A redirect includes answers, and a partner may decode only percents, which would leave a plus as is.
  if (!('type' in element)) url.search = url.search.replaceAll('+', '%20')
  return url.href
}

/** The page as if its address included the click that a tracking script has found since. */
export function withClick(page: Page, { ef_transaction_id }: TrackingIds): Page {
  const query = newestQuery(page)
  if (ef_transaction_id === undefined || query['_ef_transaction_id']) return page
  return { ...page, clicked: { ...query, _ef_transaction_id: ef_transaction_id } }
}

function passedOn(
  element: LinkOutElement | (Redirect & { link: string }),
  page: Page,
  step: StepRef,
): Record<string, string | undefined> {
  const { session, flow } = page
  const query = withAdded(newestQuery(page), flow.ui_config.entrypoint.tracking_scripts)
  const { sub1, sub2, sub3 } = query
  // Uses the click reference in place of the session token: credentials do not go to third parties.
  const aff_sub5 = [step.offer_key, session.click_ref, session.uuid, step.step_key].join('|')
  if (!('campaign_id' in element)) {
    if (!element.tracker) return { sub1, sub2, sub3 }
    const { sub_id1: aff_sub, sub_id2: aff_sub2, sub_id3: aff_sub3 } = query
    return { ...TRACKER, aff_sub, aff_sub2, aff_sub3, aff_sub5, sub1, sub2, sub3 }
  }
  const { _ef_transaction_id: transactionId, affid } = query
  return {
    ...CAMPAIGN,
    campaign_id: element.campaign_id,
    aff_id: element.aff_id ?? CAMPAIGN.aff_id,
    hostNameId: element.hostNameId ?? CAMPAIGN.hostNameId,
    aff_click_id: transactionId,
    aff_sub2: affid,
    aff_sub3: sub1,
    aff_sub4: transactionId ? `${AFF_SUB4_PREFIX}_${transactionId}` : AFF_SUB4_PREFIX,
    aff_sub5,
    sub1,
    sub2,
    sub3,
  }
}
