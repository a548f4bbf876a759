import { misuse } from './failure.ts'

/** The person that the options --email and --phone name; at least one is required. */
export function personOf({ email, phone }: { email: string | undefined; phone: string | undefined }): {
  email: string | null
  phone: string | null
} {
  if (email === undefined && phone === undefined)
    throw misuse('Identify the person with --email, --phone, or both.')
  if (email !== undefined && !/^\S+@\S+$/.test(email))
    throw misuse(`--email must be an email address, not "${email}".`)
  if (phone !== undefined && phone.replace(/\D/g, '').length < 10)
    throw misuse(`--phone must be a US phone number with 10 digits, not "${phone}".`)
  return { email: email ?? null, phone: phone ?? null }
}
