/** Personal data as a viewer sees it: enough to tell two visitors apart, not enough to find one. */

/** An address without its last part: `203.0.113.x`, `2001:db8:1:x`. IPv4 keeps 24 bits, IPv6 48. */
export function maskedIp(ip: string): string {
  if (ip.includes('.')) return ip.replace(/\.\d+$/, '.x')
  if (!ip.includes(':')) return ''
  const [head = ''] = ip.split('::')
  return `${head.split(':').slice(0, 3).join(':')}:x`
}

/** The first letter of each name: `J. D.` */
export function maskedName(name: string): string {
  const letters = name.split(/\s+/).flatMap((part) => Array.from(part).slice(0, 1))
  return letters.map((letter) => `${letter}.`).join(' ')
}

/** A phone number by its last two digits. */
export function maskedPhone(phone: string): string {
  return `•••${phone.replace(/\D/g, '').slice(-2)}`
}

/** An email address by its first letter and, of its host, what comes after the last dot. */
export function maskedEmail(email: string): string {
  return `${Array.from(email)[0] ?? ''}•••@•••${/\.[^.@]*$/.exec(email)?.[0] ?? ''}`
}

/** A sentence of another, such as a buyer's answer, without what of a visitor's it may repeat: the values themselves, and whatever
 *  looks like an email address or a number by which someone is reached. */
export function maskedText(sentence: string, values: readonly string[]): string {
  const known = values.filter((value) => value.trim().length >= LEAST_LETTERS)
  const without = known.reduce((text, value) => replacedIn(text, value.trim()), sentence)
  return without
    .replace(/[^\s"'<>:,;]+@[^\s"'<>,;]*[^\s"'<>,;.]/g, '•••')
    .replace(/[+(]*\d(?:[\s().-]*\d){6,}/g, '•••')
}

/** A state or an initial appears in any sentence. */
const LEAST_LETTERS = 3

function replacedIn(text: string, value: string): string {
  const pattern = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return text.replace(RegExp(pattern, 'giu'), '•••')
}
