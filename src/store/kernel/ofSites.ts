import type { Sites } from '../../../schemas/people/sites.ts'

/** Sites that a question is limited to. */
export interface OfSites {
  /** Null or absent for all. */
  sites?: Sites | undefined
}

/** Parameter of `isOfSites`: a JSON list, empty for all. */
export function siteList({ sites }: OfSites): string {
  return JSON.stringify(sites ?? [])
}

/** Condition that a session is of one of the sites in the list that the parameter `list` holds. */
export function isOfSites(session: string, list: string, textsIn: (parameter: string) => string): string {
  return `(${list} = '[]' OR EXISTS (SELECT 1 FROM sessions AS visited JOIN channels AS came ON came.channel = visited.channel
         WHERE visited.session = ${session} AND came.path IN ${textsIn(list)}))`
}
