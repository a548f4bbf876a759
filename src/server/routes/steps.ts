import { setTimeout as sleep } from 'node:timers/promises'
import type { StepSubmission } from '../../../schemas/answer.ts'
import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'
import { optOutOf } from '../page/visit.ts'
import { refusal } from '../problem.ts'
import { PAGE_URL_LENGTH, recordStep, type Refused } from '../recordStep.ts'
import { USER_AGENT_LENGTH } from '../sessions.ts'
import { inTurn } from '../visitors.ts'

export function steps(ctx: Context) {
  return {
    'POST /api/sessions/step': async ({ body: submission, visitor: admitted, request }) => {
      let visitor = admitted
      const page_url = String(request.headers['pageurl'] ?? '').slice(0, PAGE_URL_LENGTH)
      const sender = {
        ip: request.ip,
        user_agent: String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
        opt_out: optOutOf(request) ?? null,
      }
      const attempt = () => inTurn(visitor, () => recordStep(ctx, visitor, { submission, page_url, sender }))
      let refused = await attempt()
      for (let wait = 0; wait < EARLY_WAITS && isEarly(refused); wait++) {
        const known = visitor.session.steps.length
        await sleep(EARLY_WAIT_MS)
        // Outside its turn a session may be let go of, and loaded anew for the one that this waits for.
        visitor = (await ctx.visitors.find(admitted.session.uuid)) ?? visitor
        if (visitor.session.steps.length > known) refused = await attempt()
      }
      if (!refused) return
      await setAside(ctx, submission, refused)
      throw refusal(refused.isOther ? 409 : 422, refused.reason, { errors: refused.errors })
    },
  } satisfies Partial<Handlers>
}

/** A page that goes sends all that it still has at once, and a step may overtake the one before it: half a second is
 *  enough for that one to arrive. */
const EARLY_WAITS = 10
const EARLY_WAIT_MS = 50

/** Whether it is only its place in the flow that keeps it from being recorded. */
function isEarly(refused: Refused | null): boolean {
  return refused !== null && refused.errors.length === 0 && !refused.isOther
}

/** What the flow would not have asked, or not accepted, is kept for operators to read; it never counts. */
async function setAside(
  { store, metrics, now }: Context,
  { session_token: _secret, ...shown }: StepSubmission,
  { reason }: Refused,
): Promise<void> {
  metrics.stepsRefused.inc()
  await store.quarantine({
    session_uuid: shown.session_uuid,
    call: 'POST /api/sessions/step',
    reason,
    body: JSON.stringify(shown),
    at: now(),
  })
}
