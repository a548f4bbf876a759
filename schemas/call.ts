import type { TSchema } from 'typebox'

/** Who may call. `visitor`: the bearer of a session token. `operator`: the holder of a login cookie. `author`: one who may write
 *  sites. `key`: the bearer of a key to publish. */
type Caller = 'anyone' | 'visitor' | 'operator' | 'author' | 'key'

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
