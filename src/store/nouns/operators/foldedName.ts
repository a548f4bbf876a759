/** Form of an account's name by which it is found: names that differ only by case are one account. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
