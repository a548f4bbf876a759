/** Value of one backend field: text, or the selected values of a multi-select. */
export type FieldValue = string | string[]

/** Known facts about a visitor, by backend field; missing when not asked or not answered. */
export type Fields = Readonly<Record<string, FieldValue>>

/** Value of a field, whatever its name: every object inherits things called `constructor` or `valueOf`. */
export function fieldOf(fields: Fields, name: string): FieldValue | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** True if a value counts as an answer; empty text and empty lists do not. */
export function isAnswered(value: FieldValue | null | undefined): value is FieldValue {
  return value !== undefined && value !== null && value.length > 0
}

/** True if both have the same fields and values. */
export function sameFields(a: Fields, b: Fields): boolean {
  const names = Object.keys(a)
  return (
    a === b ||
    (names.length === Object.keys(b).length &&
      names.every((name) => JSON.stringify(a[name]) === JSON.stringify(fieldOf(b, name))))
  )
}
