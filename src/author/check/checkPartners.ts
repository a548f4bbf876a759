import type { Problem } from '../../../schemas/author/problem.ts'
import { redirectsOf, type Placed, type ValidParts } from '../kernel/validParts.ts'
import { nearest } from '../kernel/nearest.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Checks that visitors are sent only to hosts that the flow allows. */
export function checkPartners({ partnerHosts, steps }: ValidParts): Problem[] {
  if (!partnerHosts) return []
  const links = steps
    .flatMap(({ leaves }) => leaves)
    .flatMap((leaf): Placed<{ link?: string }>[] => {
      const { at, value: element } = leaf
      return element && 'link' in element ? [{ at, value: element }] : redirectsOf(leaf)
    })
  return links.flatMap(({ at, value: { link } }): Problem[] => {
    if (link === undefined) return []
    const host = hostOf(link)
    if (partnerHosts.includes(host)) return []
    const meant = nearest(host, partnerHosts)
    return [
      {
        code: 'unknown_partner_host',
        at: [...at, 'link'],
        ...STEP_PROBLEMS.unknownPartnerHost(host),
        hint: meant ? STEP_PROBLEMS.partnerHostMeant(meant, host) : STEP_PROBLEMS.partnerHostAdd(host),
        ...(meant !== undefined && { correction: { written: host, right: meant } }),
      },
    ]
  })
}

/** The schema only allows addresses of https, a host name, and optionally a port. */
function hostOf(link: string): string {
  return /^https:\/\/([^/:?#]+)/.exec(link)?.[1]?.toLowerCase() ?? ''
}
