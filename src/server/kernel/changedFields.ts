import type { AuditChange } from '../../../schemas/people/operator.ts'

/** Fields that differ between two JSON values, for the audit log. A field is named by its place, such as `price/amount`. */
export function changedFields(before: unknown, after: unknown): AuditChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => old.get(field) !== now.get(field))
    .map((field) => ({
      field,
      before: shortened(old.get(field)),
      after: shortened(now.get(field)),
      secret: false,
    }))
    .slice(0, MOST_CHANGES)
}

/** Secrets that differ, without their values. */
export function changedSecrets(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): AuditChange[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return places.filter((place) => before[place] !== after[place]).map(changedSecret)
}

export function changedSecret(field: string): AuditChange {
  return { field, before: null, after: null, secret: true }
}

/** Enough for a whole buyer; a flow's own differences are in the studio. */
export const MOST_CHANGES = 200
const MOST_SIGNS = 500

/** Texts of a value's fields by their places. A list of words is one field. */
function fieldsOf(value: unknown, place = '', found = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined || value === '') return found
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)
  if (typeof value !== 'object' || isList)
    return found.set(place, isList ? (value as unknown[]).join(', ') : String(value as string))
  for (const [name, part] of Object.entries(value))
    fieldsOf(part, place === '' ? name : `${place}/${name}`, found)
  return found
}

/** A text of the audit log; null for none. */
export function shortened(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  return text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS)}…` : text
}
