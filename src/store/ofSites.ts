import type { Sites } from '../../schemas/people/sites.ts'

/** What a question is about, where it is not about all sites. */
export interface OfSites {
  /** Null, or not said, for all. */
  sites?: Sites | undefined
}

/** As a parameter of `isOfSites`: a JSON list, empty for all. */
export function siteList({ sites }: OfSites): string {
  return JSON.stringify(sites ?? [])
}

/** Whether a session is of one of the sites of the list that the parameter `list` holds. */
export function isOfSites(session: string, list: string, textsIn: (parameter: string) => string): string {
  return `(${list} = '[]' OR EXISTS (SELECT 1 FROM sessions AS visited JOIN channels AS came ON came.channel = visited.channel
         WHERE visited.session = ${session} AND came.path IN ${textsIn(list)}))`
}
