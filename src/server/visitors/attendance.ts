import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { Context } from '../context.ts'
import type { Visitor } from './visitors.ts'

/** Whether nobody is there to see what is asked for: a crawler, a preview, a monitor or a health check by its user agent,
 *  a caller without one, which every browser sends, or a page that a browser fetches before anybody asks for it.
 *  Sources: isbot; WHATWG HTML, "Navigational prefetching" (Sec-Purpose); `Purpose` and `X-Moz` are what Chrome and
 *  Firefox sent before. */
export function isSuspectedBot({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  return agent === '' || isbot(agent) || isPrefetch(headers)
}

/** Whether a browser asks for a page that may never be looked at. */
export function isPrefetch(headers: FastifyRequest['headers']): boolean {
  return PREFETCH.some((name) => /^pre(fetch|view|render)\b/i.test(String(headers[name] ?? '')))
}

const PREFETCH = ['sec-purpose', 'purpose', 'x-moz'] as const

/** Somebody acts in this session, or comes back to it by a browser. One that was opened by a suspected bot counts as a page visit
 *  from now on: a person taken for a bot is counted with the first answer, and has lost nothing until then. */
export async function markHuman(
  { store, now }: Pick<Context, 'store' | 'now'>,
  { session }: Visitor,
): Promise<void> {
  if (!session.suspectedBot) return
  await store.track(session.uuid, { kind: 'page_visit', at: now() })
  delete session.suspectedBot
}
