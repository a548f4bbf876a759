import { Type, type Static } from 'typebox'

/** Path of a site, in the format that publish accepts. */
export const SitePath = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,99}$' })

const MOST_SITES = 200

/** Sites of an account, or of an API key: it sees and does nothing on others. */
export const Sites = Type.Union(
  [Type.Array(SitePath, { minItems: 1, maxItems: MOST_SITES, uniqueItems: true }), Type.Null()],
  { description: 'The paths of the sites it has access to. Null for all sites, which an admin always has.' },
)
export type Sites = Static<typeof Sites>
