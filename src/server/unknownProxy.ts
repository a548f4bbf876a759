import type { onRequestHookHandler } from 'fastify'
import type { Settings } from './settings.ts'

/** Logs once that requests come through a proxy while no proxy is trusted: to such a server all visitors have the proxy's
 *  address, share its limits, and none comes by https. Anybody can send these headers, so the line says nothing of their
 *  values. */
export function noticeProxy({ trustProxy }: Pick<Settings, 'trustProxy'>): onRequestHookHandler {
  let isNoticed = trustProxy.length > 0
  return ({ headers, log }, _reply, done) => {
    const header = isNoticed ? undefined : FORWARDED.find((name) => headers[name] !== undefined)
    if (header !== undefined) {
      isNoticed = true
      log.warn(
        `Requests come with the header ${header}, which is ignored: if a proxy of yours sends it, set TRUST_PROXY to the proxy's address, or all visitors have one address and share its limits.`,
      )
    }
    done()
  }
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'] as const
