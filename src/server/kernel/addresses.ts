/** True if an address is on this machine. */
export function isLoopback(url: string): boolean {
  return NAMES.has(URL.parse(url)?.hostname ?? '')
}

const NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** True if an address holds a username or a password; anyone who reads pages or logs would see them. */
export function hasLogin(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return username !== '' || password !== ''
}
