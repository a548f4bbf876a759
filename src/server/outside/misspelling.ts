import { POPULAR_DOMAINS, run } from '@zootools/email-spell-checker'

/** The address that was probably meant, where a well-known mail provider's name is misspelt: ann@gmial.com is
 *  ann@gmail.com. A hint only, never a refusal: other domains are as short and as like. `null`: nothing to hint at. */
export function likelyMeant(address: string): string | null {
  const domain = run({ email: address, domains: KNOWN })?.domain
  return domain === undefined ? null : address.slice(0, address.lastIndexOf('@') + 1) + domain
}

/** Providers and companies that are one letter or two from a more popular one, and are meant as they stand. */
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
]
/** Named whole, so that hotmail.con is hotmail.com and not hotmail.co. */
const NAMED_WHOLE = ['hotmail.com', 'yahoo.com', 'outlook.com', 'live.com']
const KNOWN = [...POPULAR_DOMAINS, ...NAMED_WHOLE, ...RIGHT_AS_THEY_ARE]
