/** However a US number is written, the ten digits that it is known by. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-10)
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}
