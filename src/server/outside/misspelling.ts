import { POPULAR_DOMAINS, run } from '@zootools/email-spell-checker'

/** The address that was probably meant, if the name of a well-known mail provider is misspelled: ann@gmial.com is ann@gmail.com. Only a
 *  hint, never a refusal, because other domains are as short and as similar. Null if there is no hint. */
export function likelyMeant(address: string): string | null {
  const domain = run({ email: address, domains: KNOWN })?.domain
  return domain === undefined ? null : address.slice(0, address.lastIndexOf('@') + 1) + domain
}

/** Providers and companies whose names are one or two letters from a more popular one, and are correct as typed. */
const RIGHT_AS_THEY_ARE = [
  'email.com',
  'q.com',
  'ge.com',
  'hp.com',
  'mailbox.org',
  'mac.com',
  'rr.com',
  'cs.com',
  'usa.com',
  'gmx.net',
  'twc.com',
  'live.com.mx',
  'yahoo.com.mx',
  'hotmail.com.mx',
  'outlook.com.mx',
]
/** Full names, so that hotmail.con is hotmail.com and not hotmail.co. */
const NAMED_WHOLE = ['hotmail.com', 'yahoo.com', 'outlook.com', 'live.com']
const KNOWN = [...POPULAR_DOMAINS, ...NAMED_WHOLE, ...RIGHT_AS_THEY_ARE]
