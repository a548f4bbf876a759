import { misuse } from './failure.ts'

/** The person that the options --email and --phone name; at least one is required. */
export function personOf({ email, phone }: { email: string | undefined; phone: string | undefined }): {
  email: string | null
  phone: string | null
} {
  if (email === undefined && phone === undefined) throw misuse('Name the person by --email, --phone or both.')
  if (email !== undefined && !/^\S+@\S+$/.test(email))
    throw misuse(`--email takes an address, not "${email}".`)
  if (phone !== undefined && phone.replace(/\D/g, '').length < 10)
    throw misuse(`--phone takes a number of ten digits, not "${phone}".`)
  return { email: email ?? null, phone: phone ?? null }
}
