import type { TSchema } from 'typebox'
import type { CALLER_NEEDS } from '../people/roles.ts'

/** Caller of a call. `visitor`: the bearer of a session token. `operator`: the holder of a login cookie; `analyst`, `author`, `manager`
 *  and `admin`: one with a role that has the permission. `reader`: an operator, or the bearer of an API key. `key`: the bearer of a key
 *  to publish. */
type Caller = 'anyone' | 'visitor' | 'operator' | 'reader' | keyof typeof CALLER_NEEDS | 'key'

/** Callers with an account that may be limited to some sites. An admin has all of them, and a key has a path of its own. */
type SiteCaller = 'operator' | 'reader' | 'analyst' | 'author' | 'manager'

/** Restriction of a call to the caller's sites. `named`: it names its site as `path`, which must be one of them. `filtered`: its handler
 *  finds nothing of others. `all`: it is refused to callers without access to all sites. `own`: it concerns no site. */
export type SiteUse = 'named' | 'filtered' | 'all' | 'own'

export type Call = CallParts &
  ({ caller: SiteCaller; sites: SiteUse } | { caller: Exclude<Caller, SiteCaller>; sites?: never }) &
  ({ caller: LoggedIn; confirm?: true } | { caller: Exclude<Caller, LoggedIn>; confirm?: never })

/** Callers that always have a login; a key has none that could be confirmed. */
type LoggedIn = Exclude<SiteCaller, 'reader'> | 'admin'

interface CallParts {
  /** True if the body is compressed and signed: see src/server/http/openEnvelope.ts. */
  wrapped?: true
  /** True if it asks for the password or a code again, unless the caller gave one in the last 15 minutes: it gives access, changes where
   *  personal data goes, or exports it. */
  confirm?: true
  summary: string
  body?: TSchema
  query?: TSchema
  status: 200 | 201 | 204
  answer?: TSchema
}
