import type { FastifyRequest } from 'fastify'
import { POSTBACKS_AT_MOST } from '../../store/nouns/postbacks/postbacks.ts'
import type { Handlers } from '../calls.ts'
import { withHosts } from '../http/withHosts.ts'
import { isLoopback } from '../kernel/addresses.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { testAddress, wrongAddress } from '../postbacks/postbackAddress.ts'
import { POSTBACK_REFUSALS } from '../postbacks/postbackRefusals.ts'
import { call } from '../postbacks/startPostbacks.ts'
import type { Settings } from '../settings/settings.ts'

/** Routes to make, test, and end postbacks, and to send what they reported again. */
export function postbackRoutes({ store, settings, now }: StoreAndClock & { settings: Settings }) {
  const operatorOf = ({ session }: FastifyRequest) => session.operator ?? ''
  const local = settings.localTargets

  return {
    'GET /api/reports/desk/postbacks': async () => ({ data: await store.postbacks() }),

    'POST /api/reports/desk/postbacks': async ({ body, request }) => {
      const { name, settings: wanted } = body
      for (const field of ['url', 'return_url'] as const) {
        const wrong = field === 'return_url' && !wanted[field] ? null : wrongAddress(wanted[field], { local })
        if (wrong !== null) throw refusal(422, wrong, { field })
      }
      const added = await store.addPostback({
        ...body,
        local: local && isLoopback(wanted.url),
        made_by: operatorOf(request),
        made_at: now(),
      })
      if (added === 'known') throw refusal(422, POSTBACK_REFUSALS.known(name), { field: 'name' })
      if (added === 'full') throw refusal(422, POSTBACK_REFUSALS.full(POSTBACKS_AT_MOST))
      return { name }
    },

    'POST /api/reports/desk/postbacks/end': async ({ body: { name }, request }) => {
      if (!(await store.endPostback(name, { by: operatorOf(request), at: now() })))
        throw refusal(404, REFUSALS.noPostback(name), { field: 'name' })
    },

    'POST /api/reports/desk/postbacks/test': async ({ body: { name }, request }) => {
      const postback = await store.postback(name)
      if (!postback || postback.ended_at !== null)
        throw refusal(404, REFUSALS.noPostback(name), { field: 'name' })
      const url = testAddress(postback.settings, now())
      const about = withHosts(name, [url])
      await store.audit({ at: now(), operator: operatorOf(request), act: 'test_postback', about })
      const tried = { url, local: postback.local && local, timeoutMs: TRIED_FOR_MS }
      const { isTaken, sentence } = await call(tried, NEVER)
      return { taken: isTaken, sentence }
    },

    'POST /api/reports/desk/postbacks/messages': async ({ body }) => {
      const { postback = null, state = null, before, from = 0, to = Infinity } = body
      if (from > to) throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const data = await store.postbackMessages({
        ...body,
        postback,
        state,
        before: before === undefined ? undefined : Number(before),
        limit: A_PAGE + 1,
      })
      const next = data.length > A_PAGE ? String(data[A_PAGE - 1]!.entry) : null
      return { data: data.slice(0, A_PAGE), next }
    },

    'POST /api/reports/desk/postbacks/replay': async ({ body: { entry } }) => {
      if (!(await store.replayPostback(entry, now())))
        throw refusal(409, REFUSALS.postbackNotSentAgain(entry), { field: 'entry' })
    },
  } satisfies Partial<Handlers>
}

const A_PAGE = 50
/** A page waits ten seconds for an answer. */
const TRIED_FOR_MS = 8000
const NEVER = new AbortController().signal
