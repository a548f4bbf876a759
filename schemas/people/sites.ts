import { Type, type Static } from 'typebox'

/** The path of a site, as publish takes it. */
export const SitePath = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,99}$' })

const MOST_SITES = 200

/** The sites that an account, or a key to reports, is for: it sees and does nothing of another. */
export const Sites = Type.Union(
  [Type.Array(SitePath, { minItems: 1, maxItems: MOST_SITES, uniqueItems: true }), Type.Null()],
  { description: 'The paths of the sites that it is for; null for all, as an admin always is.' },
)
export type Sites = Static<typeof Sites>
