import type { Page } from 'playwright-core'

/** Forbidden things that a page did: strangers' scripts that ran, and what its Content-Security-Policy stopped.
 *  Call before the page loads, then read; a new page begins a new list. */
export async function watchScripts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenScripts: seen, alert: (text: unknown) => seen.push(`alert ${String(text)}`) })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      seen.push(`${effectiveDirective} ${blockedURI}`)
    })
  })
  return () => page.evaluate(() => (window as unknown as { seenScripts: string[] }).seenScripts)
}
