import type { Language } from '../../../schemas/flow/flow.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import type { Effect } from '../../flow/journey.ts'
import type { QueuedCall } from '../queue/outbox.ts'

/** Calls that send a journey's effects to the server, in order. `uuid` makes the ID that identifies a step if it is sent twice. */
export function queuedCalls(
  effects: readonly Effect[],
  { session, page_url, uuid, language }: QueuedFrom,
): QueuedCall[] {
  const who = { session_uuid: session.uuid, session_token: session.token }
  const calls = effects.map((effect) => CALL[effect.type](effect as never, uuid, language))
  return calls.map(({ call, body }) => ({ call, body: { ...who, ...body }, token: session.token, page_url }))
}

interface QueuedFrom {
  session: Session
  page_url: string
  uuid: () => string
  /** Language in which the steps were shown, if the flow has several. */
  language?: Language
}

type Call = Pick<QueuedCall, 'call' | 'body'>

const CALL: {
  [T in Effect['type']]: (
    effect: Extract<Effect, { type: T }>,
    uuid: () => string,
    language?: Language,
  ) => Call
} = {
  step: ({ step, answers, timeOnStepMs, execute_actions, seen }, uuid, language) => ({
    call: 'POST /api/sessions/step',
    body: {
      id: uuid(),
      ...step,
      answers,
      time_on_step: timeOnStepMs,
      execute_actions,
      ...(seen && { seen }),
      ...(language && { language }),
    },
  }),
  visit: () => ({ call: 'POST /api/sessions/track/visit', body: {} }),
  impression: ({ offer_key }) => ({ call: 'POST /api/sessions/track/offer-impression', body: { offer_key } }),
  completed_basics: () => ({ call: 'POST /api/sessions/completed_basics', body: {} }),
}
