import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StepSubmission } from '../../../schemas/visitor/answer.ts'
import type { Handlers } from '../calls.ts'
import { networkOf } from '../limits/callerNetwork.ts'
import { optOutOf } from './visit.ts'
import { refusal } from '../kernel/problem.ts'
import { PAGE_URL_LENGTH, recordStep, type Refused, type StepDeps } from './recordStep.ts'
import { USER_AGENT_LENGTH } from './sessions.ts'
import { inTurn } from './visitors.ts'

export function steps(ctx: StepDeps) {
  return {
    'POST /api/sessions/step': async ({ body: submission, visitor: admitted, request }) => {
      let visitor = admitted
      const page_url = String(request.headers['pageurl'] ?? '').slice(0, PAGE_URL_LENGTH)
      const sender = {
        ip: request.ip,
        user_agent: String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
        opt_out: optOutOf(request) ?? null,
        cookies: request.headers.cookie ?? '',
      }
      const attempt = () => inTurn(visitor, () => recordStep(ctx, visitor, { submission, page_url, sender }))
      let refused = await attempt()
      for (let wait = 0; wait < EARLY_WAITS && isEarly(refused); wait++) {
        const known = visitor.session.steps.length
        await sleep(EARLY_WAIT_MS)
        // Between turns, a session may be evicted and loaded again for the submission that this one waits for.
        visitor = (await ctx.visitors.find(admitted.session.uuid)) ?? visitor
        if (visitor.session.steps.length !== known) refused = await attempt()
      }
      if (!refused) return
      await setAside(ctx, submission, { reason: refused.reason, ip: request.ip })
      throw refusal(refused.isOther ? 409 : 422, refused.reason, {
        errors: refused.errors,
        ...(refused.step && { step: refused.step }),
      })
    },
  } satisfies Partial<Handlers>
}

/** A page that closes sends everything it still has at once, and a step may overtake the one before it; half a second is enough for that
 *  one to arrive. */
const EARLY_WAITS = 10
const EARLY_WAIT_MS = 50

/** True if only its place in the flow prevents a submission from being recorded. */
function isEarly(refused: Refused | null): boolean {
  return refused !== null && refused.errors.length === 0 && !refused.isOther
}

/** Length of 96 bits. No two networks share a value, and it doesn't reveal the network. */
const SOURCE_LENGTH = 16

/** Stores a submission that the flow wouldn't have asked for or accepted. Operators can read it; it never counts. */
async function setAside(
  { store, metrics, now, clickSecret }: StepDeps,
  { session_token: _secret, seen: _page, ...shown }: StepSubmission,
  { reason, ip }: { reason: string; ip: string },
): Promise<void> {
  metrics.stepsRefused.inc()
  await store.quarantine({
    session_uuid: shown.session_uuid,
    call: 'POST /api/sessions/step',
    reason,
    body: JSON.stringify(shown),
    source: createHmac('sha256', clickSecret)
      .update(networkOf(ip))
      .digest('base64url')
      .slice(0, SOURCE_LENGTH),
    at: now(),
  })
}
