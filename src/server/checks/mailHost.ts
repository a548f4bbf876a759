import { Resolver } from 'node:dns/promises'
import type { Settings } from '../settings.ts'
import type { Check } from './check.ts'
import { emailCheck } from './email.ts'

/** The check of email addresses that the settings ask for: with a DNS server set, an address counts only if mail to its
 *  domain has somewhere to go. */
export function emailCheckOf({ emailDns }: Pick<Settings, 'emailDns'>): Check {
  if (emailDns === null) return emailCheck
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  if (emailDns !== 'system') resolver.setServers([emailDns])
  return async (text) => {
    const { valid, ...rest } = await emailCheck(text)
    return { valid: valid && (await takesMail(text.trim().split('@').at(-1)!, resolver)), ...rest }
  }
}

/** A page waits 3 seconds for a check, and then does without it. */
const TIMEOUT_MS = 2000

/** Whether a domain has a mail server, or else an address of its own; a single "." for a server says that it takes none.
 *  True while the DNS does not answer: nobody is turned away for that. Sources: RFC 5321, 5.1; RFC 7505. */
async function takesMail(domain: string, resolver: Resolver): Promise<boolean> {
  try {
    const servers = await resolver.resolveMx(domain)
    return servers.some(({ exchange }) => exchange !== '')
  } catch (error) {
    if (!isNothing(error)) return true
    return (await hasAny(resolver.resolve4(domain))) || (await hasAny(resolver.resolve6(domain)))
  }
}

async function hasAny(asked: Promise<string[]>): Promise<boolean> {
  try {
    return (await asked).length > 0
  } catch (error) {
    return !isNothing(error)
  }
}

/** Whether the DNS says that there is no such name, or nothing of the kind under it. */
function isNothing(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(String((error as NodeJS.ErrnoException).code))
}
