import type { onRequestHookHandler } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

/** Logs once that requests come through a proxy that isn't trusted. To such a server, all visitors have the proxy's address, share its
 *  limits, and don't use HTTPS. Anyone can send these headers, so the line doesn't include their values. */
export function noticeProxy({ trustProxy }: Pick<Settings, 'trustProxy'>): onRequestHookHandler {
  const [names, advice] =
    trustProxy.length > 0 ? [['x-forwarded-for'], NOTICES.trustAnother] : [FORWARDED, NOTICES.trustOne]
  let isNoticed = false
  return (request, _reply, done) => {
    const header = isNoticed ? undefined : names.find((name) => request.headers[name] !== undefined)
    // A request has its own address, plus those named by trusted proxies.
    if (header !== undefined && (request.ips ?? []).length < 2) {
      isNoticed = true
      request.log.warn(NOTICES.unknownProxy(header, advice))
    }
    done()
  }
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'] as const
