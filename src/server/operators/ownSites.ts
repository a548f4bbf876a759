import type { FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import type { Sites } from '../../../schemas/people/sites.ts'
import { inWords } from '../../flow/inWords.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { refusal } from '../kernel/problem.ts'

/** Sites that the caller may access, by their login or their API key for reports; null for all. */
export function sitesOf({ session, reportKey }: FastifyRequest): Sites {
  if (reportKey) return reportKey.sites
  if (session.sites === undefined) throw new Error(`The login of ${session.operator} says no sites.`)
  return session.sites
}

/** Sites that a list is limited to: those of the caller, or the one that is asked for. Refuses one that the caller can't access, as if it
 *  didn't exist. */
export function sitesAsked(request: FastifyRequest, path: string | undefined): Sites {
  const sites = sitesOf(request)
  if (path === undefined) return sites
  if (!isWithin(sites, path)) throw refusal(404, REFUSALS.noSite(path), { field: 'path' })
  return [path]
}

export function isWithin(sites: Sites, path: string | null | undefined): boolean {
  return sites === null || (path != null && sites.includes(path))
}

/** Refuses a call that names a site the caller can't access, as if it didn't exist. */
export const namesOwnSite: preHandlerHookHandler = (request, _reply, done) => {
  const { path = '' } = (request.method === 'GET' ? request.query : request.body) as { path?: string }
  done(isWithin(sitesOf(request), path) ? undefined : refusal(404, REFUSALS.noSite(path), { field: 'path' }))
}

/** Refuses callers who can access only some sites. */
export const forAllSites: onRequestHookHandler = (request, _reply, done) => {
  const paths = sitesOf(request)?.map((path) => `/${path}`)
  done(paths ? refusal(403, REFUSALS.forAllSites(inWords(paths, 'and'))) : undefined)
}
