/** A name in the audit log with the hosts that were called for it, `acme at buyer.example`. */
export function withHosts(name: string, urls: readonly string[]): string {
  return `${name} at ${[...new Set(urls.map((url) => new URL(url).host))].join(', ')}`
}
