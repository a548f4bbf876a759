import type { Flow } from '../../../schemas/flow/flow.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { OutcomeDeps } from '../leads/outcomeOf.ts'
import { consentsOf } from './consentsOf.ts'
import { explanationOf } from './explanationOf.ts'
import type { LeadEvidence } from './proof/proofOf.ts'

/** Everything known now about the lead of a session. */
export async function leadEvidence(
  { store, buyers, now }: OutcomeDeps,
  flow: Flow,
  session: SessionRecord,
): Promise<LeadEvidence> {
  const { uuid } = session
  const [explanation, evidence, deliveries, sent] = await Promise.all([
    explanationOf({ store, buyers, now }, flow, session),
    consentsOf(store, flow, session),
    store.leadDeliveries(uuid),
    store.sessionDeliveries(uuid),
  ])
  return { lead: { session_uuid: uuid, explanation, evidence, deliveries }, sent }
}
