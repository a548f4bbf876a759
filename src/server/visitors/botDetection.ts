import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Visitor } from './visitors.ts'

/** True if probably no person sees the page: a crawler, a preview, a monitor or a health check by its user agent; a caller without one,
 *  which every browser sends; or a browser's prefetch. Sources: isbot; WHATWG HTML, "Navigational prefetching" (Sec-Purpose); `Purpose`
 *  and `X-Moz` are what Chrome and Firefox sent before. */
export function isSuspectedBot({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  return agent === '' || isbot(agent) || isPrefetch(headers)
}

/** True if a browser asks for a page that no one may ever look at. */
export function isPrefetch(headers: FastifyRequest['headers']): boolean {
  return PREFETCH.some((name) => /^pre(fetch|view|render)\b/i.test(String(headers[name] ?? '')))
}

const PREFETCH = ['sec-purpose', 'purpose', 'x-moz'] as const

/** Marks a session as human, because someone acts in it or comes back to it with a browser. If a suspected bot opened it, it counts as a
 *  page visit from now on. A person taken for a bot is counted with the first answer, and loses nothing until then. */
export async function markHuman({ store, now }: StoreAndClock, { session }: Visitor): Promise<void> {
  if (!session.suspectedBot) return
  await store.track(session.uuid, { kind: 'page_visit', at: now() })
  delete session.suspectedBot
}
