/** Whether an address is one of this machine. */
export function isLoopback(url: string): boolean {
  return NAMES.has(URL.parse(url)?.hostname ?? '')
}

const NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether an address holds a username or a password, which addresses show and log to anyone who reads them. */
export function hasLogin(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return username !== '' || password !== ''
}
