import type { Store } from '../../src/store/store.ts'
import { buyerContract } from './contract/buyers.ts'
import { copyContract } from './contract/copies.ts'
import { costContract } from './contract/costs.ts'
import { capContract } from './contract/caps.ts'
import { confirmationContract } from './contract/confirmations.ts'
import { deskContract } from './contract/desk.ts'
import { deliveryContract } from './contract/deliveries.ts'
import { duplicateContract } from './contract/duplicates.ts'
import { draftContract } from './contract/drafts.ts'
import { experimentContract } from './contract/experiments.ts'
import { markContract } from './contract/marks.ts'
import { listContract } from './contract/lists.ts'
import { lossContract } from './contract/losses.ts'
import { keepingContract } from './contract/keeping.ts'
import { fileContract } from './contract/files.ts'
import { goOnContract } from './contract/goOn.ts'
import { leaseContract } from './contract/leases.ts'
import { ledgerContract } from './contract/ledger.ts'
import { lifeContract } from './contract/lives.ts'
import { hourContract } from './contract/hours.ts'
import { insightContract } from './contract/insights.ts'
import { outgoingContract } from './contract/outgoing.ts'
import { payoutContract } from './contract/payouts.ts'
import { payoutHistoryContract } from './contract/payoutHistories.ts'
import { pageContract } from './contract/pages.ts'
import { peopleContract } from './contract/people.ts'
import { privacyRequestContract } from './contract/privacyRequests.ts'
import { pixelContract } from './contract/pixels.ts'
import { auctionContract } from './contract/auctions.ts'
import { settleContract } from './contract/settle.ts'
import { shareContract } from './contract/shares.ts'
import { publishKeyContract } from './contract/publishKeys.ts'
import { passkeyContract } from './contract/passkeys.ts'
import { secondFactorContract } from './contract/secondFactors.ts'
import { publishRequestContract } from './contract/publishRequests.ts'
import { reportContract } from './contract/reports.ts'
import { revocationContract } from './contract/revocations.ts'
import { postbackContract } from './contract/postbacks.ts'
import { saleContract } from './contract/sales.ts'
import { lawOffContract } from './contract/lawsOff.ts'
import { scriptHostContract } from './contract/scriptHosts.ts'
import { scoreContract } from './contract/scores.ts'
import { sessionContract } from './contract/sessions.ts'
import { stepHourContract } from './contract/stepHours.ts'
import { versionContract } from './contract/versions.ts'
import { webhookContract } from './contract/webhooks.ts'

/** Opens a store on `place`, a name that no other test uses. Data written there before is there again.
 *  Closes the store when the test ends. */
export type OpenStore = (
  place: string,
  options?: { now?: () => number; quarantineRows?: number },
) => Promise<Store>

/** Contract that the store of every engine must meet. */
export function storeContract(open: OpenStore): void {
  versionContract(open)
  experimentContract(open)
  markContract(open)
  draftContract(open)
  buyerContract(open)
  copyContract(open)
  costContract(open)
  sessionContract(open)
  revocationContract(open)
  saleContract(open)
  payoutContract(open)
  payoutHistoryContract(open)
  postbackContract(open)
  ledgerContract(open)
  deliveryContract(open)
  duplicateContract(open)
  deskContract(open)
  lossContract(open)
  scoreContract(open)
  listContract(open)
  capContract(open)
  auctionContract(open)
  shareContract(open)
  confirmationContract(open)
  goOnContract(open)
  leaseContract(open)
  lifeContract(open)
  pixelContract(open)
  webhookContract(open)
  privacyRequestContract(open)
  outgoingContract(open)
  reportContract(open)
  pageContract(open)
  hourContract(open)
  stepHourContract(open)
  insightContract(open)
  keepingContract(open)
  peopleContract(open)
  publishKeyContract(open)
  lawOffContract(open)
  scriptHostContract(open)
  secondFactorContract(open)
  passkeyContract(open)
  publishRequestContract(open)
  settleContract(open)
  fileContract(open)
}
