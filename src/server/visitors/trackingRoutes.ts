import type { FastifyRequest } from 'fastify'
import { ipCheckOf } from '../outside/ip.ts'
import { trackedNumber } from '../outside/trackedNumber.ts'
import type { Handlers } from '../calls.ts'
import type { Settings } from '../settings/settings.ts'
import type { Versions } from '../publish/versions.ts'
import { mayTrack } from './visit.ts'

interface TrackingDeps {
  settings: Settings
  now: () => number
  versions: Versions
}

export function tracking({ settings, now, versions }: TrackingDeps) {
  const ipCheck = ipCheckOf(settings, now)
  const publicAddress = async (seen: string) => (await ipCheck(seen)).data?.['ip'] ?? seen
  /** A site's number; the tracked one, unless the browser says no. */
  const numberFor = async (request: FastifyRequest, { gpc, path }: { gpc?: '1'; path?: string }) => {
    const may = mayTrack(request) && gpc === undefined
    const site = path === undefined ? null : await versions.leading(path)
    const phoneNumber = site?.flow.ui_config.site.phone ?? settings.phoneNumber
    return trackedNumber({ ...settings, phoneNumber }, may ? (request.headers.referer ?? '') : null)
  }
  return {
    'GET /api/phone-number': ({ request, query }) => numberFor(request, query),
    'GET /api/tracking/phone-number': ({ request, query }) => numberFor(request, query),

    'GET /api/scripts-allowed': async ({ request }) => ({ allowed: mayTrack(request) }),
    'GET /api/tracking/allowed': async ({ request }) => ({ allowed: mayTrack(request) }),

    'GET /api/ip': async ({ request }) => ({ ip: await publicAddress(request.ip) }),

    'GET /api/trace': async ({ request, reply }) => {
      reply.type('text/plain; charset=utf-8')
      return `ip=${await publicAddress(request.ip)}\n`
    },
  } satisfies Partial<Handlers>
}
