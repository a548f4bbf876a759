import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Browser } from 'playwright-core'
import { closePages, openSharedBrowser } from './sharedBrowser.ts'
import { SHARED, startServer, type Serving } from './serving.ts'

export interface Stage {
  browser: Browser
  server: Serving
}

/** A browser for the journeys of one file, and the server that all such files share, so its database has steps of other visitors. A file
 *  publishes only on paths that no other file uses. */
export function setStage(): Stage {
  return setUp(() => (shared ??= startShared()))
}

/** Same with its own server, for tests that stop it, read everything it recorded, or need their own settings. */
export function setOwnStage(env: Record<string, string> = {}): Stage {
  const stage = setUp(() => startServer(env))
  afterAll(() => stage.server.end())
  return stage
}

function setUp(server: () => Promise<Serving>): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    ;[stage.browser, stage.server] = await Promise.all([openSharedBrowser(), server()])
  })
  afterAll(() => closePages(stage.browser))
  return stage
}

/** Server for all files that a Vitest worker runs in its process, as starting one for each takes longer than many of them.
 *  published.ts ends it. */
let shared: Promise<Serving> | undefined

async function startShared(): Promise<Serving> {
  // All files come from one address.
  const server = await startServer({ RATE_LIMIT: '0' })
  writeFileSync(join(process.env[SHARED]!, String(server.pid())), server.dataDir)
  return server
}
