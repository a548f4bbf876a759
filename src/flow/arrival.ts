import type { OpenSession } from '../../schemas/visitor/sessions.ts'
import type { TrackingScripts } from '../../schemas/flow/flow.ts'
import type { Origin, Query } from '../../schemas/kernel/session.ts'

/** Address parameter that requests a language. It is not part of a visitor's origin. */
export const LANGUAGE_PARAMETER = 'lang'

/** Address parameter of a page in another page's frame, for browsers that don't say so themselves. `reload` means that the page around it
 *  was reloaded. */
export const FRAME_PARAMETER = 'in-frame'

/** Parameters that are no part of a visitor's origin. */
export const NOT_RECORDED: ReadonlySet<string> = new Set([LANGUAGE_PARAMETER, FRAME_PARAMETER])

/** Arrival of a visitor, cut to what a session stores: see schemas/api.ts and schemas/kernel/session.ts. If the address has a parameter twice,
 *  the last one counts. */
export function arrivalOf({
  page_url,
  referrer,
  parameters,
}: {
  page_url: string
  referrer: string
  parameters: Iterable<readonly [name: string, value: string]>
}): Pick<OpenSession, 'page_url' | 'referrer' | 'query'> {
  let left = QUERY_LENGTH
  const named = [...new Map(parameters)].filter(([name]) => !NOT_RECORDED.has(name))
  const isKnown = ([name]: readonly [name: string, value: string]) => KNOWN_PARAMETER.test(name)
  const held = [...named.filter(isKnown), ...named.filter((one) => !isKnown(one))]
    .slice(0, QUERY.count)
    .map(([name, value]) => [cut(name, QUERY.name), cut(value, QUERY.value)] as const)
    .filter(([name, value]) => (left -= name.length + value.length) >= 0)
  return {
    page_url: cut(page_url, ADDRESS_LENGTH),
    referrer: cut(referrer, ADDRESS_LENGTH),
    query: Object.fromEntries(held),
  }
}

/** Parameters that say how a visitor came, by affiliate, campaign, or click. They come first where an address has more than a session
 *  stores, and are the only ones that another page passes on or a buyer gets. */
export const KNOWN_PARAMETER =
  /^(affid|aff_id|oid|wc|sub([1-9]|10)|adv([1-9]|10)|aff_sub[1-5]?|source_id|creative_id|coupon_code|(fb|g|d|tt)clid|msclkid|li_fat_id|gbraid|wbraid|sccid|_ef_transaction_id|utm_\w{1,40})$/

/** A landing page's address as a buyer gets it: without parameters that may be anything, such as a name or an email. */
export function soldAddress(page_url: string): string {
  const [address = '', search = ''] = page_url.split('#')[0]!.split(/\?(.*)/s)
  const known = [...new URLSearchParams(search)].filter(([name]) => KNOWN_PARAMETER.test(name))
  return known.length > 0 ? `${address}?${new URLSearchParams(known).toString()}` : address
}

/** Limit for names and values of all parameters together. Node, and most servers, accept at most 16 KiB for an address with its headers. */
export const QUERY_LENGTH = 16 * 1024
const QUERY = { count: 60, name: 100, value: 2000 } as const
const ADDRESS_LENGTH = 4000

/** Half a surrogate pair is not text: the database would store something else. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '')
}

/** First segment of an address: the path of a site, if one is live there. Paths are lower case, but people type them in any case. */
export function firstSegment(address: string): string {
  const segment = address.split(/[?#]/)[0]?.split('/')[1] ?? ''
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment
  }
}

/** True if a visit comes from a click that is not in `known`: the address has a value that none of theirs had and that the page did not
 *  add itself. An address with fewer values, as after a reload, is not a new click. */
export function isNewClick(known: readonly Query[], query: Query, scripts: TrackingScripts): boolean {
  return known.every((before) => {
    const completed = withAdded(before, scripts)
    return Object.entries(query).some(
      ([name, value]) => value !== '' && value !== before[name] && value !== completed[name],
    )
  })
}

/** Parameters of the newest click, which links and tracking scripts pass on. */
export function newestQuery({ origin, clicked }: { origin: Origin; clicked?: Query | undefined }): Query {
  return clicked ?? origin.query
}

/** Parameters that a page adds to its address if they are missing. Source: spec, section 4 "Oid and affid". */
export function addedToAddress({ everflow }: TrackingScripts): Query {
  return everflow ? { oid: everflow.oid, affid: everflow.affid } : {}
}

/** Parameters of an arrival, with those that the page adds. Empty parameters are dropped. The affiliate has two names: if the address
 *  has only `aff_id`, that is the `affid`. */
export function withAdded(query: Query, scripts: TrackingScripts): Query {
  const parameters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  const { aff_id } = parameters
  return { ...addedToAddress(scripts), ...(aff_id && { affid: aff_id }), ...parameters }
}
