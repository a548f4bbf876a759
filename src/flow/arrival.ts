import type { OpenSession } from '../../schemas/visitor/sessions.ts'
import type { TrackingScripts } from '../../schemas/flow.ts'
import type { Origin, Query } from '../../schemas/session.ts'

/** The parameter of an address that asks for a language. It says nothing of how a visitor came. */
export const LANGUAGE_PARAMETER = 'lang'

/** How a visitor comes, cut to what a session holds of it: see schemas/api.ts and schemas/session.ts. Of a parameter that
 *  the address gives twice, the last counts. */
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
  const held = [...parameters]
    .filter(([name]) => name !== LANGUAGE_PARAMETER)
    .slice(0, QUERY.count)
    .map(([name, value]) => [cut(name, QUERY.name), cut(value, QUERY.value)] as const)
    .filter(([name, value]) => (left -= name.length + value.length) >= 0)
  return {
    page_url: cut(page_url, ADDRESS_LENGTH),
    referrer: cut(referrer, ADDRESS_LENGTH),
    query: Object.fromEntries(held),
  }
}

/** Names and values of all parameters together. An address with its headers is at most 16 KiB for Node, and for most
 *  servers. */
export const QUERY_LENGTH = 16 * 1024
const QUERY = { count: 60, name: 100, value: 2000 } as const
const ADDRESS_LENGTH = 4000

/** Half a surrogate pair is no text: the database would hold another. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '')
}

/** The first segment of an address: the path of a site, if one is live there. Paths are in small letters, and people type
 *  them as they like. */
export function firstSegment(address: string): string {
  const segment = address.split(/[?#]/)[0]?.split('/')[1] ?? ''
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment
  }
}

/** Whether a visitor comes by another click than any that is `known`: the address says something that none of theirs said,
 *  and that the page has not added itself. An address that says less, as after a reload, is no other click. */
export function isNewClick(known: readonly Query[], query: Query, scripts: TrackingScripts): boolean {
  return known.every((before) => {
    const completed = withAdded(before, scripts)
    return Object.entries(query).some(
      ([name, value]) => value !== '' && value !== before[name] && value !== completed[name],
    )
  })
}

/** The parameters of the newest click: what links and tracking scripts hand on. */
export function newestQuery({ origin, clicked }: { origin: Origin; clicked?: Query | undefined }): Query {
  return clicked ?? origin.query
}

/** What a page adds to its address where that says nothing of it. Source: spec, section 4 "Oid and affid". */
export function addedToAddress({ everflow }: TrackingScripts): Query {
  return everflow ? { oid: everflow.oid, affid: everflow.affid } : {}
}

/** How a visitor came, with what the page adds. A parameter that is empty says nothing. The affiliate has two names:
 *  where the address says `aff_id` alone, that is the `affid`. */
export function withAdded(query: Query, scripts: TrackingScripts): Query {
  const parameters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  const { aff_id } = parameters
  return { ...addedToAddress(scripts), ...(aff_id && { affid: aff_id }), ...parameters }
}
