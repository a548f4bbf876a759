import type { Problem } from '../../../schemas/problem.ts'
import type { ValidParts } from './validParts.ts'
import { nearest } from '../nearest.ts'

/** Visitors are sent only to hosts that the flow allows. */
export function checkPartners({ partnerHosts, steps }: ValidParts): Problem[] {
  if (!partnerHosts) return []
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }): Problem[] => {
      if (!element || !('link' in element)) return []
      const host = hostOf(element.link)
      if (partnerHosts.includes(host)) return []
      const meant = nearest(host, partnerHosts)
      return [
        {
          code: 'unknown_partner_host',
          at: [...at, 'link'],
          message: `The button leads to ${host}, which partner_hosts does not name.`,
          hint: meant
            ? `Did you mean "${meant}"? Else add "${host}" to ui_config.partner_hosts.`
            : `Add "${host}" to ui_config.partner_hosts, or change the link.`,
        },
      ]
    })
}

/** The schema lets no other address pass than https, a name, and perhaps a port. */
function hostOf(link: string): string {
  return /^https:\/\/([^/:?#]+)/.exec(link)?.[1]?.toLowerCase() ?? ''
}
