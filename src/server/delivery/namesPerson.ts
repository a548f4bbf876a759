/** What a ping must not carry: by it the visitor could be reached or found before anybody bought the lead, and the consent names only who
 *  gets it. Flows name their fields themselves, so a field goes by its name and by what it holds. */

/** Whether a field by that name says who the visitor is: firstName, last_name, email2, phone_number, street-address, ip. */
export function namesPerson(field: string): boolean {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  // Which kind of phone it is, or the name of a make, says nothing of a person.
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

/** Whether a value is an email address or a US phone number. */
export function reachesPerson(value: string): boolean {
  if (/[^\s@]@[^\s@]+\.[^\s@]/.test(value)) return true
  return /^[\d\s().+-]+$/.test(value) && /^1?[2-9]\d{2}[2-9]\d{6}$/.test(value.replace(/\D/g, ''))
}
