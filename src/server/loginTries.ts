import { hash } from 'node:crypto'
import type { Context } from './context.ts'
import { LOGIN_FAILURES } from './limits.ts'
import { refusal } from './problem.ts'

/** The tries of a name from an address. They are counted in the store, so a restart forgives nothing. */
export function loginTries({ store, settings, now }: Context, name: string, ip: string) {
  const { windowMs } = LOGIN_FAILURES
  const network = networkOf(ip)
  const bounds = [
    { key: hash('sha256', `${network} ${name}`), most: LOGIN_FAILURES.nameAndNetwork },
    { key: hash('sha256', network), most: LOGIN_FAILURES.network },
  ]
  return {
    /** Throws 429 when there were too many. */
    async allow(): Promise<void> {
      if (settings.rateLimit === 0) return
      for (const { key, most } of bounds) {
        const failures = await store.loginFailures(key, now(), windowMs)
        if (!failures || failures.count < Math.ceil(most * settings.rateLimit)) continue
        const retryAfterS = Math.ceil((failures.since + windowMs - now()) / 1000)
        throw refusal(429, `Too many tries: wait ${Math.ceil(retryAfterS / 60)} minutes.`, { retryAfterS })
      }
    },
    async fail(): Promise<void> {
      await store.failLogin(
        bounds.map(({ key }) => key),
        now(),
        windowMs,
      )
    },
  }
}

/** One household or office has one IPv4 address, or the 2^64 addresses of an IPv6 network. */
function networkOf(ip: string): string {
  return ip.includes('.') ? ip : ip.split(':').slice(0, 4).join(':')
}
