import type { StepRef } from '../../schemas/answer.ts'
import type { ElementOf } from '../../schemas/element.ts'
import type { Page } from '../flow/page.ts'

/** Source: spec, section 7 "Campaign partner link" and section 9. */
const DEFAULTS = { aff_id: '10257', hostNameId: '2951' } as const
const AFF_SUB = 'C_TCAF'
const AFF_SUB4_PREFIX = '627'

/** Where a partner's card leads: the partner's address with the page's parameters passed through; an empty one is as an
 *  absent one. In place of the session token it carries the click reference: a credential does not go to third parties. */
export function partnerLink(
  card: ElementOf<'partner_card'>,
  { origin: { query }, session }: Page,
  step: StepRef,
): string {
  const transactionId = query['_ef_transaction_id']
  const url = new URL(card.link)
  const parameters = {
    campaign_id: card.campaign_id,
    aff_id: card.aff_id ?? DEFAULTS.aff_id,
    hostNameId: card.hostNameId ?? DEFAULTS.hostNameId,
    aff_sub: AFF_SUB,
    aff_click_id: transactionId,
    aff_sub2: query['affid'],
    aff_sub3: query['sub1'],
    aff_sub4: transactionId ? `${AFF_SUB4_PREFIX}_${transactionId}` : AFF_SUB4_PREFIX,
    aff_sub5: [step.offer_key, session.click_ref, session.uuid, step.step_key].join('|'),
    sub1: query['sub1'],
    sub2: query['sub2'],
    sub3: query['sub3'],
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url.href
}
