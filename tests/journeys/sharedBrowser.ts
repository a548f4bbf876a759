import type { Browser } from 'playwright-core'
import { openBrowser } from './chromium.ts'

/** A worker of Vitest runs file after file in one process, and one browser serves them all: to start one takes as long as a
 *  short journey. It ends with the process; one that has crashed is followed by another. */
export async function openSharedBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await openBrowser()
  return shared
}

let shared: Browser | undefined

/** Leaves nothing of a file's visitors to the next file. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
