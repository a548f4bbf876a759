import type { IncomingHttpHeaders } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'
import { NOTICES } from '../kernel/operatorNotices.ts'

/** Normalized address in a text such as `203.0.113.7:49153` or `[2001:db8::1]:443`: without port, brackets, and zone, and an IPv4 address
 *  inside IPv6 as IPv4. Null if there is none, as in `unknown` or `_hidden`. Sources: RFC 7239, section 6; RFC 5952. */
export function addressIn(text: string): string | null {
  const [, bracketed, dotted] = ENTRY.exec(text.trim()) ?? []
  const bare = bracketed ?? dotted ?? text.trim()
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare
  const [address = ''] = bare.split('%')
  if (!ipaddr.IPv6.isValid(address)) return null
  const known = ipaddr.IPv6.parse(address)
  return known.isIPv4MappedAddress() ? known.toIPv4Address().toString() : known.toString()
}

const ENTRY = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/

/** Normalizes the addresses that proxies add, before they are used to decide trust. An entry that isn't an address ends the chain,
 *  because the entries before it come from an unknown caller. */
export function tidyForwarded(headers: IncomingHttpHeaders): void {
  const named = headers[FORWARDED_FOR]
  if (typeof named !== 'string') return
  const entries = named.split(',').map((entry) => addressIn(entry) ?? NO_ADDRESS)
  headers[FORWARDED_FOR] = entries.join(', ')
}

const FORWARDED_FOR = 'x-forwarded-for'
const NO_ADDRESS = 'unknown'

/** Normalizes the caller's address for all readers of `request.ip`. It is empty if a trusted proxy names none, so that no false evidence
 *  is stored, and all such callers share the limits of one network. This is logged once. */
export function spellCaller(): onRequestHookHandler {
  let isNoticed = false
  return (request, _reply, done) => {
    const { ip } = request
    if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return done()
    const value = addressIn(ip) ?? ''
    if (value === '' && !isNoticed) {
      isNoticed = true
      request.log.warn(NOTICES.unnamedCaller)
    }
    Object.defineProperty(request, 'ip', { value })
    done()
  }
}
