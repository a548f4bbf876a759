import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { tidyWord } from '../../flow/kernel/text.ts'
import type { Settings } from '../settings/settings.ts'
import type { Check } from './checked.ts'
import { emailCheck } from './email.ts'

/** Makes the email check for these settings. With a DNS server configured, an address is valid only if its domain can receive mail.
 *  While the DNS doesn't answer, the address is valid and unchecked. A lookup continues after `patienceMs`, so that the next check of
 *  the domain knows its result. */
export function emailCheckOf({ emailDns }: Pick<Settings, 'emailDns'>): Check {
  if (emailDns === null) return emailCheck
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 })
  if (emailDns !== 'system') resolver.setServers([emailDns])
  const known = new LRUCache<string, Promise<boolean | null>>({ max: DOMAINS_KEPT, ttl: DOMAIN_KEPT_MS })
  const lookUp = (domain: string) => {
    const found = takesMail(domain, resolver)
    known.set(domain, found)
    void found.then((answer) => {
      if (answer === null && known.peek(domain) === found) known.delete(domain)
    })
    return found
  }
  return async (text, patienceMs = LOOKUP_MS) => {
    const checked = await emailCheck(text)
    if (!checked.valid) return checked
    const domain = tidyWord(text).split('@').at(-1)!.toLowerCase()
    const takes = await within(patienceMs, known.get(domain) ?? lookUp(domain))
    if (takes === null) return { ...checked, unchecked: true }
    return takes ? checked : { ...checked, valid: false, insistable: true }
  }
}

/** A page waits 3 seconds for a check, and then continues without it. */
const LOOKUP_MS = 2000
const DOMAINS_KEPT = 5000
const DOMAIN_KEPT_MS = 600_000

/** Null if there was no answer in time. */
function within<T>(ms: number, asked: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms, null)
    void asked.then((value) => {
      clearTimeout(late)
      resolve(value)
    })
  })
}

/** Checks if a domain has a mail server, or else an address of its own; a single "." as server says that it accepts no mail. Null while
 *  the DNS doesn't answer. Sources: RFC 5321, 5.1; RFC 7505. */
async function takesMail(domain: string, resolver: Resolver): Promise<boolean | null> {
  const servers = await answerOf(resolver.resolveMx(domain))
  if (servers === null || servers.length > 0)
    return servers && servers.some(({ exchange }) => exchange !== '')
  const addresses = await answerOf(resolver.resolve4(domain))
  if (addresses === null || addresses.length > 0) return addresses && true
  const longAddresses = await answerOf(resolver.resolve6(domain))
  return longAddresses && longAddresses.length > 0
}

/** The records; empty if the DNS says that there is no such name or no record of the kind. Null if it doesn't answer. */
async function answerOf<T>(asked: Promise<T[]>): Promise<T[] | null> {
  try {
    return await asked
  } catch (error) {
    const isNothing = ['ENOTFOUND', 'ENODATA'].includes(String((error as NodeJS.ErrnoException).code))
    return isNothing ? [] : null
  }
}
