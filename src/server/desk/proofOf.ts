import { hash } from 'node:crypto'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import type { ProofEntry } from '../../../schemas/desk/proof.ts'
import type { SessionDelivery } from '../../store/leads/leadTypes.ts'

type Fact = Pick<ProofEntry, 'kind' | 'at' | 'content'>

/** What is known of a lead as a chain of entries, in the order of time: where its visitor came from, what they answered and agreed
 *  to, to whom what was sent, and what came of it. */
export function proofOf(lead: Omit<OneLead, 'whys'>, sent: readonly SessionDelivery[]): ProofEntry[] {
  const { explanation, evidence, deliveries } = lead
  const { session, submissions } = explanation
  const payloadOf = (offer: string, buyer: string) =>
    sent.find((one) => one.offer === offer && one.buyer === buyer)?.payload ?? {}
  const facts: Fact[] = [
    { kind: 'session', at: session.at, content: session },
    ...submissions.map((one) => ({ kind: 'answer' as const, at: one.at, content: one })),
    ...evidence.consents.map((one) => ({ kind: 'consent' as const, at: one.at, content: one })),
    ...evidence.revocations.map((one) => ({ kind: 'revocation' as const, at: one.at, content: one })),
    ...deliveries.flatMap(({ tries, entries, ...delivery }): Fact[] => {
      const { offer, buyer, at, external_id } = delivery
      return [
        { kind: 'delivery', at, content: { ...delivery, payload: payloadOf(offer, buyer) } },
        ...tries.map((one): Fact => ({ kind: 'attempt', at: one.at, content: { offer, buyer, ...one } })),
        ...entries.map((one): Fact => ({
          kind: 'ledger',
          at: one.at,
          content: { offer, buyer, external_id, ...one },
        })),
      ]
    }),
  ]
  return chained(facts.sort((a, b) => a.at - b.at))
}

function chained(facts: readonly Fact[]): ProofEntry[] {
  const chain: ProofEntry[] = []
  for (const fact of facts) {
    const entry = { n: chain.length + 1, ...fact, previous: chain.at(-1)?.sha256 ?? null }
    chain.push({ ...entry, sha256: hash('sha256', canonical(entry)) })
  }
  return chain
}

/** JSON that is the same text whoever writes it. Source: RFC 8785. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const inOrder = members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${inOrder.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
