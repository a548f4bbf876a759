/** A name with the hosts called for it, for the audit log: `acme at buyer.example`. */
export function withHosts(name: string, urls: readonly string[]): string {
  return `${name} at ${[...new Set(urls.map((url) => new URL(url).host))].join(', ')}`
}
