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
  return {
    'GET /api/tracking/phone-number': async ({ request, query: { gpc, path } }) => {
      const may = mayTrack(request) && gpc === undefined
      const site = path === undefined ? null : await versions.leading(path)
      const phoneNumber = site?.flow.ui_config.site.phone ?? settings.phoneNumber
      return trackedNumber({ ...settings, phoneNumber }, may ? (request.headers.referer ?? '') : null)
    },

    'GET /api/tracking/allowed': async ({ request }) => ({ allowed: mayTrack(request) }),

    'GET /api/ip': async ({ request }) => ({ ip: await publicAddress(request.ip) }),

    'GET /api/trace': async ({ request, reply }) => {
      reply.type('text/plain; charset=utf-8')
      return `ip=${await publicAddress(request.ip)}\n`
    },
  } satisfies Partial<Handlers>
}
