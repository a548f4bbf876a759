import { afterAll, beforeAll } from 'vitest'
import type { Browser } from 'playwright-core'
import { openBrowser } from './chromium.ts'
import { startServer, type Serving } from './serving.ts'

export interface Stage {
  browser: Browser
  server: Serving
}

/** A browser and a server of its own for the journeys of one file: there from the first test on, gone after the last.
 *  `env`: settings of the server. */
export function setStage(env: Record<string, string> = {}): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    ;[stage.browser, stage.server] = await Promise.all([openBrowser(), startServer(env)])
  })
  afterAll(async () => {
    await stage.browser.close()
    await stage.server.end()
  })
  return stage
}
