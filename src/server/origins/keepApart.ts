import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { NOTICES } from '../kernel/operatorNotices.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { LiveScripts } from './liveScripts.ts'
import { operatorMarkup } from './operatorMarkup.ts'
import { OPERATOR_PAGE } from './pageHeaders.ts'
import { NOTICE_POLICY } from '../kernel/contentSecurityPolicy.ts'
import { refusal } from '../kernel/problem.ts'
import { escaped } from '../kernel/escaped.ts'
import { operatorsOrigin, ownerOf, sideOf, type OriginSettings } from './side.ts'

/** Keeps operators and the scripts that sites load on different origins. Operators' pages are on their own origin, and the sites' origin
 *  redirects to it; their calls work only there. If both share one origin, operators are shut out while a live flow loads a third-party
 *  script, unless SHARED_ORIGIN accepts that. The route decides, however its address was spelled. */
export function keepApart({
  settings,
  scripts,
}: {
  settings: OriginSettings
  scripts: LiveScripts
}): onRequestAsyncHookHandler {
  const operators = operatorsOrigin(settings)
  return async (request, reply) => {
    const route = request.routeOptions.url
    if (route === undefined) return
    const { hostname, socket, url } = request
    const side = sideOf({ hostname, port: portOf(socket.localPort, request) }, settings)
    const owner = ownerOf(route)
    if (side === 'both') {
      if (owner !== 'operators' || settings.sharedOrigin === 'accept') return
      const hosts = await scripts.live()
      return hosts.length === 0 ? undefined : shutOut(request, reply, hosts)
    }
    if (owner === 'both' || owner === side) return
    const isPage = isRead(request) && !route.startsWith('/api/')
    if (side === 'sites' && isPage) return reply.redirect(operators + url, 302)
    if (side === 'operators' && isRead(request) && url === '/') return reply.redirect('/stats', 302)
    throw refusal(404, REFUSALS.nothingHere)
  }
}

/** The port that a connection came in on, which a request can't forge; on a socket without ports, that of its address. */
function portOf(localPort: number | undefined, { host }: FastifyRequest): number | undefined {
  if (localPort !== undefined) return localPort
  const port = URL.parse(`http://${host}`)?.port
  return port ? Number(port) : undefined
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function shutOut(request: FastifyRequest, reply: FastifyReply, hosts: readonly string[]): FastifyReply {
  if (request.routeOptions.url?.startsWith('/api/')) throw refusal(403, REFUSALS.sharedOrigin(hosts))
  const body = `<main><h1>${NOTICES.operatorsShutOut}</h1><p>${escaped(REFUSALS.sharedOrigin(hosts))}</p></main>`
  return reply
    .code(403)
    .headers({
      ...OPERATOR_PAGE,
      'cache-control': 'no-store',
      'content-security-policy': NOTICE_POLICY,
    })
    .type('text/html; charset=utf-8')
    .send(operatorMarkup({ title: NOTICES.operatorsShutOut, body }))
}
