import type { OfferName } from '../../schemas/reports/reports.ts'
import type { Row } from './row.ts'

/** Rows of reports name offers by their keys; the names stand in the flows. */

/** What rows say of their offer: its name with the key beside it. */
export const OFFER_LABEL = 'offer_label'

/** `rows` with what each says of its offer: `Auto accident (mva)`, the key alone where no flow names it. Rows without an offer
 *  stay as they are. `path`: theirs, where they do not say it themselves. */
export function withOfferLabels<Of extends Row>(
  rows: readonly Of[],
  names: readonly OfferName[],
  path?: string,
): Of[] {
  const [first] = rows
  const member = first && ['offer_name', 'offer'].find((one) => Object.hasOwn(first, one))
  if (member === undefined) return [...rows]
  const labels = new Map(names.map((one) => [keyOf(one.path, one.offer), labelOf(one)]))
  return rows.map((row) => {
    const key = String(row[member])
    const ofPath = String(path ?? row['url'] ?? row['path'])
    return { ...row, [OFFER_LABEL]: labels.get(keyOf(ofPath, key)) ?? key }
  })
}

function labelOf({ offer, name }: OfferName): string {
  return name === '' || name === offer ? offer : `${name} (${offer})`
}

function keyOf(path: string, offer: string): string {
  return `${path}\0${offer}`
}
