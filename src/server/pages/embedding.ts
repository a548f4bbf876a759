import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Flow } from '../../../schemas/flow.ts'
import type { Assets } from './assets.ts'

/** A site within a page of another one: on hosts that its flow names, in a frame that /embed.js makes. */

/** The directive of a policy that says on whose pages this site may be framed. A host stands for all of its ports; where this page
 *  came by https, only by https. */
export function frameAncestors({ ui_config: { embed_hosts = [] } }: Pick<Flow, 'ui_config'>): string {
  const hosts = embed_hosts.map((host) => `${host}:*`)
  return `frame-ancestors ${hosts.length > 0 ? `'self' ${hosts.join(' ')}` : "'none'"}`
}

export const NO_FRAMES = "frame-ancestors 'none'"

/** Whether a page is asked for to be shown in a frame. Source: W3C Fetch Metadata. */
export function isFramed({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'iframe'
}

/** How a cookie for the server alone is kept. In a frame it is kept for that frame's outermost site: browsers send no other one
 *  there, and what a visitor does on one site is not known on another. Source: CHIPS, "Cookies Having Independent Partitioned
 *  State". */
export function cookieFor(request: FastifyRequest): CookieSerializeOptions {
  return {
    path: '/',
    httpOnly: true,
    ...(isFramed(request)
      ? { sameSite: 'none', secure: true, partitioned: true }
      : { sameSite: 'lax', secure: request.protocol === 'https' }),
  }
}

/** The script that other pages load: from any of them, and asked for again after an hour. */
export function registerEmbedScript(app: FastifyInstance, { embed }: Assets): void {
  app.get('/embed.js', { exposeHeadRoute: true }, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
      .type('text/javascript; charset=utf-8')
      .send(embed),
  )
}
