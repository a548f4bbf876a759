/** Whether an address is one of this machine. */
export function isLoopback(url: string): boolean {
  return NAMES.has(URL.parse(url)?.hostname ?? '')
}

const NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
