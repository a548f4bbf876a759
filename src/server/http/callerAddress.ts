import type { IncomingHttpHeaders } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'
import { NOTICES } from '../../texts/operatorNotices.ts'

/** The one spelling of the address in a text such as `203.0.113.7:49153` or `[2001:db8::1]:443`: without port, brackets and zone,
 *  an IPv4 address inside IPv6 as IPv4. Null when there is none, as in `unknown` or `_hidden`. Sources: RFC 7239, section 6; RFC 5952. */
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

/** Spells the addresses that proxies name before anyone decides by them whom to trust. An entry that is no address ends the
 *  chain: what stands before it was written by a caller that nobody can name. */
export function tidyForwarded(headers: IncomingHttpHeaders): void {
  const named = headers[FORWARDED_FOR]
  if (typeof named !== 'string') return
  const entries = named.split(',').map((entry) => addressIn(entry) ?? NO_ADDRESS)
  headers[FORWARDED_FOR] = entries.join(', ')
}

const FORWARDED_FOR = 'x-forwarded-for'
const NO_ADDRESS = 'unknown'

/** Gives every reader of `request.ip` the one spelling of the caller's address. It is empty where a trusted proxy names none:
 *  nothing false is kept as evidence, and all such callers share the limits of one network. The log has this once. */
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
