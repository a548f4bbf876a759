import type { Browser } from 'playwright-core'
import { openBrowser } from './chromium.ts'

/** Browser for all files that a Vitest worker runs in its process, as starting one takes as long as a short journey. It ends with the
 *  process; a new one follows one that has crashed. */
export async function openSharedBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await openBrowser()
  return shared
}

let shared: Browser | undefined

/** Closes a file's pages, so that its visitors leave nothing to the next file. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
