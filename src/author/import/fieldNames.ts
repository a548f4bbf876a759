import { CHECKED_NAME, LEAD_NAMES } from '../../flow/answers/leadNames.ts'

/** Meaning of a field for buyers of leads, under the name that they know. Source: spec, section 3 "Lead payload". */
export type Meaning =
  'first_name' | 'last_name' | 'email' | 'phone' | 'zip_code' | 'city' | 'state' | 'address' | 'dob'

/** Meaning that a field's name implies, as in `firstName`, `postal_code`, `E-Mail`; undefined if none. */
export function meaningOf(name: string): Meaning | undefined {
  return MEANINGS.get(name.toLowerCase().replace(/[^a-z]/g, ''))
}

const MEANINGS = new Map<string, Meaning>(
  (
    [
      ['first_name', 'firstname fname givenname forename nombre'],
      ['last_name', 'lastname lname familyname surname apellido apellidos'],
      ['email', 'email emailaddress mail correo'],
      ['phone', 'phone phonenumber tel telephone mobile mobilenumber cell cellphone telefono'],
      ['zip_code', 'zip zipcode postalcode postcode'],
      ['city', 'city town ciudad'],
      ['state', 'state estado'],
      ['address', 'address street streetaddress addressline direccion'],
      ['dob', 'dob dateofbirth birthdate birthday birthdaydate'],
    ] as const
  ).flatMap(([meaning, names]) => names.split(' ').map((name) => [name, meaning] as const)),
)

/** Generates valid, unique names for a flow. */
export interface FieldNames {
  /** Takes the first wish that has a meaning, as a name of letters, digits, and underscores that is not taken. */
  take(...wishes: readonly string[]): string
}

export function fieldNames(): FieldNames {
  const taken = new Set<string>(LEAD_NAMES)
  return {
    take(...wishes) {
      const wish = wishes.map(asName).find((name) => name !== '') ?? 'question'
      let name = wish
      for (let count = 2; taken.has(name) || isReserved(name); count++)
        name = `${wish.slice(0, LONGEST - 5)}_${count}`
      taken.add(name)
      return name
    },
  }
}

/** Source: schemas/kernel/shape.ts `KEY`, minus room for endings such as `_declined`. */
const LONGEST = 50

/** Letters, digits, and underscores of a text, with words in lower case; empty for a generated ID. */
function asName(text: string): string {
  if (MACHINE_MADE.test(text)) return ''
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
  return words.length <= LONGEST ? words : words.slice(0, LONGEST).replace(/_[^_]*$/, '')
}

/** UUIDs, and Typeform's IDs of letters and digits. */
const MACHINE_MADE =
  /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{12,}$|^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9]{10,14}$/

function isReserved(name: string): boolean {
  return CHECKED_NAME.test(name) || name in {}
}
