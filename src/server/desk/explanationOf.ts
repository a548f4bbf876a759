import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Explanation } from '../../../schemas/author/trace.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import { outcomeOf, type OutcomeDeps } from '../leads/outcomeOf.ts'
import { explainSession } from './explainSession.ts'

/** Explains what a recorded session did and why, with its results. */
export async function explanationOf(
  { store, buyers, now }: OutcomeDeps,
  flow: Flow,
  session: SessionRecord,
): Promise<Explanation> {
  const { uuid } = session
  const outcome = await outcomeOf({ store, buyers, now }, session, undefined)
  return {
    ...explainSession(flow, session, outcome),
    outcomes: await store.outcomes(uuid),
    refused: (await store.quarantinedOf(uuid)).map(({ call, reason, at }) => ({ call, reason, at })),
  }
}
