import type { MakeSite } from '../../../../schemas/studio/drafts.ts'

/** Company as it is typed. */
export const NO_COMPANY = { name: '', street: '', city: '', phone: '' }

/** Company of a new site; undefined if none was entered, or its phone number is wrong. */
export function companyOf({ name, street, city, phone }: typeof NO_COMPANY): MakeSite['company'] {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (name.trim() === '' || !/^[2-9]\d{9}$/.test(digits)) return undefined
  return { name: name.trim(), address: [street.trim(), city.trim()], phone: `+1${digits}` }
}

/** True if everything of a company is there, or nothing. */
export function isComplete(company: typeof NO_COMPANY): boolean {
  const isEmpty = Object.values(company).map((text) => text.trim() === '')
  return new Set(isEmpty).size === 1
}

/** Path of a site that is called so: "Roof Rescue" becomes roof-rescue. */
export function pathOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
}
