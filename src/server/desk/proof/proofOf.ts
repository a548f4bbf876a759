import type { OneLead } from '../../../../schemas/desk/oneLead.ts'
import type { NoticeOfRevocation } from '../../../../schemas/kernel/revocation.ts'
import type { Proof, ProofEntry } from '../../../../schemas/desk/proof.ts'
import type { SessionDelivery } from '../../../store/nouns/leads/leadTypes.ts'
import { chained, sealed } from './chain.ts'
import type { Signer } from './proofKeys.ts'

type Fact = Pick<ProofEntry, 'kind' | 'at' | 'content'>

/** An unmasked lead, with everything that was sent about it and to whom. */
export interface LeadEvidence {
  lead: Pick<OneLead, 'session_uuid' | 'explanation' | 'evidence' | 'deliveries'>
  sent: readonly SessionDelivery[]
}

/** The proof of a lead, as a file. `made_at`: UTC epoch ms. */
export function proofOf(
  evidence: LeadEvidence,
  head: Pick<Proof, 'made_at' | 'made_by' | 'product'>,
  signer: Signer,
): Proof {
  const entries = entriesOf(evidence)
  const { session_uuid } = evidence.lead
  const { sha256 } = entries.at(-1)!
  return sealed({ format: 'leadloom-proof-2', session_uuid, ...head, entries, sha256 }, signer)
}

/** Links of a proof. */
export function entriesOf(evidence: LeadEvidence): ProofEntry[] {
  return chained(factsOf(evidence))
}

/** Facts about a notice that never change: that the buyer had to be notified, and that it confirmed it. */
function factsOfNotice({
  buyer,
  offer,
  at,
  deadline,
  acknowledged_at,
  acknowledged_by,
}: NoticeOfRevocation): Fact[] {
  return [
    { kind: 'notice', at, content: { buyer, offer, at, deadline } },
    ...(acknowledged_at === null
      ? []
      : [
          {
            kind: 'confirmation' as const,
            at: acknowledged_at,
            content: { buyer, offer, at: acknowledged_at, by: acknowledged_by },
          },
        ]),
  ]
}

/** Facts about a lead in order of time: where its visitor came from, what they answered and agreed to, what was sent to whom, and the
 *  results. */
function factsOf({ lead, sent }: LeadEvidence): Fact[] {
  const { explanation, evidence, deliveries } = lead
  const { session, submissions } = explanation
  const payloadOf = (offer: string, buyer: string) =>
    sent.find((one) => one.offer === offer && one.buyer === buyer)?.payload ?? {}
  const facts: Fact[] = [
    { kind: 'session', at: session.at, content: session },
    ...submissions.map((one) => ({ kind: 'answer' as const, at: one.at, content: one })),
    ...evidence.consents.map((one) => ({ kind: 'consent' as const, at: one.at, content: one })),
    ...evidence.revocations.map((one) => ({ kind: 'revocation' as const, at: one.at, content: one })),
    ...evidence.requests.map((one) => ({ kind: 'opt_out' as const, at: one.at, content: one })),
    ...evidence.notices.flatMap(factsOfNotice),
    ...deliveries.flatMap(({ tries, entries, ...delivery }): Fact[] => {
      const { offer, buyer, at, external_id } = delivery
      return [
        { kind: 'delivery', at, content: { ...delivery, payload: payloadOf(offer, buyer) } },
        ...tries.map((one): Fact => ({ kind: 'attempt', at: one.at, content: { offer, buyer, ...one } })),
        ...entries.map(({ cents, at }): Fact => ({
          kind: 'ledger',
          at,
          content: { offer, buyer, external_id, cents, at },
        })),
      ]
    }),
  ]
  return facts.sort((a, b) => a.at - b.at)
}
