import type { TSchema } from 'typebox'
import type { CALLER_NEEDS } from './people/roles.ts'

/** Who may call. `visitor`: the bearer of a session token. `operator`: the holder of a login cookie; `analyst`,
 *  `author`, `manager` and `admin`: one whose role may do what they need. `reader`: an operator, or the bearer of a key
 *  to reports. `key`: the bearer of a key to publish. */
type Caller = 'anyone' | 'visitor' | 'operator' | 'reader' | keyof typeof CALLER_NEEDS | 'key'

/** Callers whose account may be for some sites alone. An admin is for all of them, and a key has a path of its own. */
type SiteCaller = 'operator' | 'reader' | 'analyst' | 'author' | 'manager'

/** What keeps a call within the sites that the caller's account is for. `named`: it names its site as `path`, which must be one of
 *  them. `filtered`: its handler finds nothing of another. `all`: it is refused to who is not for all. `own`: it is of no site. */
export type SiteUse = 'named' | 'filtered' | 'all' | 'own'

export type Call = CallParts &
  ({ caller: SiteCaller; sites: SiteUse } | { caller: Exclude<Caller, SiteCaller>; sites?: never }) &
  ({ caller: LoggedIn; confirm?: true } | { caller: Exclude<Caller, LoggedIn>; confirm?: never })

/** Callers who always have a login: a key has none that could be confirmed. */
type LoggedIn = Exclude<SiteCaller, 'reader'> | 'admin'

interface CallParts {
  /** Whether the body comes compressed and signed: see src/server/http/openEnvelope.ts. */
  wrapped?: true
  /** Whether it asks for the password or a code again, where the caller showed neither for 15 minutes: it gives access, changes where
   *  personal data goes, or exports it. */
  confirm?: true
  summary: string
  body?: TSchema
  query?: TSchema
  status: 200 | 201 | 204
  answer?: TSchema
}
