import type { FastifyInstance } from 'fastify'
import type { Assets } from './assets.ts'

/** Serves the script that any other page may load to show a site in a frame, on the hosts that the site's flow names; browsers ask for
 *  it again after an hour. */
export function registerEmbedScript(app: FastifyInstance, { embed }: Assets): void {
  app.get('/embed.js', { exposeHeadRoute: true }, async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
        // A module is loaded only with it.
        'access-control-allow-origin': '*',
      })
      .type('text/javascript; charset=utf-8')
      .send(embed),
  )
}
