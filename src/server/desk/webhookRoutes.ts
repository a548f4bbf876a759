import type { FastifyRequest } from 'fastify'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { withHosts } from '../http/withHosts.ts'
import { endWebhook, makeWebhook } from '../webhooks/madeWebhook.ts'
import { signingKey, testMessage } from '../webhooks/message.ts'
import { postTo, SECRET } from '../webhooks/startWebhooks.ts'

export interface WebhookDeps extends StoreAndClock {
  settings: Settings
}

/** Routes to make, test, and end webhooks, and to resend their messages. */
export function webhookRoutes({ store, settings, now }: WebhookDeps) {
  const operatorOf = ({ session }: FastifyRequest) => session.operator ?? ''

  return {
    'GET /api/reports/desk/webhooks': async () => ({ data: await store.webhooks() }),

    'POST /api/reports/desk/webhooks': async ({ body, request }) => {
      const made_by = operatorOf(request)
      const made = await makeWebhook({ store, settings }, { ...body, local: false, made_by, made_at: now() })
      if ('refused' in made) throw refusal(422, made.sentence, { field: made.refused })
      return made
    },

    'POST /api/reports/desk/webhooks/end': async ({ body: { name }, request }) => {
      if (!(await endWebhook(store, name, { at: now(), operator: operatorOf(request) })))
        throw refusal(404, REFUSALS.noWebhook(name), { field: 'name' })
    },

    'POST /api/reports/desk/webhooks/test': async ({ body: { name }, request }) => {
      const webhook = await store.webhook(name)
      if (!webhook || webhook.ended_at !== null)
        throw refusal(404, REFUSALS.noWebhook(name), { field: 'name' })
      const message = testMessage(signingKey(await store.secret(SECRET), webhook), now())
      const about = withHosts(name, [webhook.url])
      await store.audit({ at: now(), operator: operatorOf(request), act: 'test_webhook', about })
      const { isTaken, sentence } = await postTo(webhook, message, {
        settings,
        stop: NEVER,
        timeoutMs: TRIED_FOR_MS,
      })
      return { taken: isTaken, sentence }
    },

    'POST /api/reports/desk/webhooks/messages': async ({ body }) => {
      const { webhook = null, state = null, before, from = 0, to = Infinity } = body
      if (from > to) throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const data = await store.webhookMessages({
        ...body,
        webhook,
        state,
        before: before === undefined ? undefined : Number(before),
        limit: A_PAGE + 1,
      })
      const next = data.length > A_PAGE ? String(data[A_PAGE - 1]!.entry) : null
      return { data: data.slice(0, A_PAGE), next }
    },

    'POST /api/reports/desk/webhooks/replay': async ({ body: { entry } }) => {
      if (!(await store.replayWebhookMessage(entry, now())))
        throw refusal(409, REFUSALS.notSentAgain(entry), { field: 'entry' })
    },
  } satisfies Partial<Handlers>
}

const A_PAGE = 50
/** A page waits ten seconds for an answer. */
const TRIED_FOR_MS = 8000
const NEVER = new AbortController().signal
