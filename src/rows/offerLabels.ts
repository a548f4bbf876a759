import type { OfferName } from '../../schemas/reports/reports.ts'
import type { Row } from './row.ts'

/** Labels for offers, because rows of reports name offers by their keys, and flows have the names. */

/** Member with the offer's name and key. */
export const OFFER_LABEL = 'offer_label'

/** Adds a label to each row's offer: `Auto accident (mva)`, or the key alone if no flow names it. A row of one version has the name of
 *  that version. Rows without an offer stay the same. `path`: path of rows that don't have their own. */
export function withOfferLabels<Of extends Row>(
  rows: readonly Of[],
  names: readonly OfferName[],
  path?: string,
): Of[] {
  const [first] = rows
  const member = first && ['offer_name', 'offer'].find((one) => Object.hasOwn(first, one))
  if (member === undefined) return [...rows]
  const labels = new Map(names.map((one) => [keyOf(one.path, one.offer, one.version), labelOf(one)]))
  return rows.map((row) => {
    const key = String(row[member])
    const ofPath = String(path ?? row['url'] ?? row['path'])
    const ofVersion =
      row['version_id'] === undefined ? undefined : labels.get(keyOf(ofPath, key, row['version_id']))
    return { ...row, [OFFER_LABEL]: ofVersion ?? labels.get(keyOf(ofPath, key)) ?? key }
  })
}

function labelOf({ offer, name }: OfferName): string {
  return name === '' || name === offer ? offer : `${name} (${offer})`
}

function keyOf(path: string, offer: string, version: Row[string] = ''): string {
  return `${path}\0${offer}\0${version}`
}
