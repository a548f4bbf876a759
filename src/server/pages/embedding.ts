import type { FastifyInstance } from 'fastify'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Assets } from './assets.ts'

/** Embedding of a site in another site's page, on hosts that its flow names, in a frame that /embed.js makes. */

/** Policy directive that lists the pages that may frame this site. A host allows all of its ports, and only HTTPS if this page was
 *  loaded over HTTPS. */
export function frameAncestors({ ui_config: { embed_hosts = [] } }: Pick<Flow, 'ui_config'>): string {
  const hosts = embed_hosts.map((host) => `${host}:*`)
  return `frame-ancestors ${hosts.length > 0 ? `'self' ${hosts.join(' ')}` : "'none'"}`
}

export const NO_FRAMES = "frame-ancestors 'none'"

/** Serves the script that any other page may load; browsers ask for it again after an hour. */
export function registerEmbedScript(app: FastifyInstance, { embed }: Assets): void {
  app.get('/embed.js', { exposeHeadRoute: true }, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
      .type('text/javascript; charset=utf-8')
      .send(embed),
  )
}
