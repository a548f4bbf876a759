/** Data that a ping must not carry, because it could identify or reach the visitor before anyone bought the lead; the consent names only
 *  the companies that get it. Flows name their own fields, so a field is judged by both its name and its value. */

/** True if a field by that name identifies the visitor: firstName, last_name, email2, phone_number, street-address, ip. */
export function namesPerson(field: string): boolean {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  // The type of a phone or the name of a make doesn't identify a person.
  if (ABOUT.has(words.at(-1) ?? '')) return false
  if (words.includes('name') && words.some((word) => THINGS.has(word))) return false
  return words.some((word) => NAMING.has(word)) || NAMING.has(words.join('')) || words.join('') === 'mobile'
}

const ABOUT: ReadonlySet<string> = new Set(['type', 'kind', 'time', 'count', 'verified', 'valid'])
const THINGS: ReadonlySet<string> = new Set(
  'company business city state county make model brand product offer site'.split(' '),
)

const NAMING: ReadonlySet<string> = new Set(
  [
    'name firstname lastname fullname middlename surname fname lname initials',
    'email mail emailaddress phone phonenumber telephone mobilenumber cell fax',
    'address street streetaddress ssn passport ip ipaddress',
  ].flatMap((names) => names.split(' ')),
)

/** True if a value is an email address or a US phone number. */
export function reachesPerson(value: string): boolean {
  if (/[^\s@]@[^\s@]+\.[^\s@]/.test(value)) return true
  return /^[\d\s().+-]+$/.test(value) && /^1?[2-9]\d{2}[2-9]\d{6}$/.test(value.replace(/\D/g, ''))
}
