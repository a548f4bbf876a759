import type { Flow } from '../../schemas/flow/flow.ts'
import type { PreviewState, PreviewStep } from '../../schemas/author/preview.ts'
import { flowSteps } from '../author/document/flowSteps.ts'
import { factsText, quoted } from '../author/kernel/ruleWords.ts'
import { trace } from '../author/simulate/trace.ts'
import { standingOf } from '../flow/judge.ts'
import type { Fields } from '../flow/answers/fields.ts'
import { walk } from '../flow/walk.ts'
import type { SessionRecord } from '../store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../store/store.ts'
import type { Proofs } from './prover.ts'
import type { SiteEdition } from './siteFolder.ts'

/** State of each step of a flow in a visit, and the data known about its visitor. */
export function visitFacts(
  flow: Flow,
  { session, lineOf, proofs }: { session: SessionRecord; lineOf: SiteEdition['lineOf']; proofs: Proofs },
): Pick<PreviewState, 'steps' | 'fields'> {
  const { origin, steps } = session
  const { answers } = standingOf({ flow, origin }, steps)
  const { current, fields } = walk(flow, origin, answers)
  const traced = new Map(trace(flow, origin, answers).map((stop) => [stop.step, stop]))
  const listed = flowSteps(flow, { lineOf, reach: proofs.reach })
  const last = listed.findLastIndex(({ id }) => traced.has(id))
  return {
    steps: listed.map((step, index): PreviewStep => {
      const stop = traced.get(step.id)
      return {
        ...step,
        // A call_anyway step isn't on the trail of other visitors.
        becomes: stop?.kind ?? (index < last ? 'skipped' : 'ahead'),
        because: stop ? factsText(stop.because) : '',
        isCurrent: current?.id === step.id,
      }
    }),
    fields: Object.entries(fields).map(([field, value]) => ({ field, value: quoted(value ?? '') })),
  }
}

/** Leads and consents that a visit would have sent and saved by now. */
export async function keptOf(
  store: Pick<Store, 'sessionDeliveries' | 'consents'>,
  uuid: string,
): Promise<Pick<PreviewState, 'leads' | 'consents'>> {
  const [deliveries, consents] = await Promise.all([store.sessionDeliveries(uuid), store.consents(uuid)])
  return {
    leads: deliveries.map(({ buyer, offer, payload }) => ({ buyer, offer, payload: shown(payload) })),
    consents: consents.map(({ field, text, decision, sellers }) => ({ field, text, decision, sellers })),
  }
}

function shown(payload: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payload).map(([field, value]) => [field, [value].flat().join(', ')]),
  )
}
