import type { TSchema } from 'typebox'
import type { CALLER_NEEDS } from './people/roles.ts'

/** Who may call. `visitor`: the bearer of a session token. `operator`: the holder of a login cookie; `analyst`,
 *  `author`, `manager` and `admin`: one whose role may do what they need. `reader`: an operator, or the bearer of a key
 *  to reports. `key`: the bearer of a key to publish. */
type Caller = 'anyone' | 'visitor' | 'operator' | 'reader' | keyof typeof CALLER_NEEDS | 'key'

export interface Call {
  caller: Caller
  /** Whether the body comes compressed and signed: see src/server/http/openEnvelope.ts. */
  wrapped?: true
  summary: string
  body?: TSchema
  query?: TSchema
  status: 200 | 201 | 204
  answer?: TSchema
}
