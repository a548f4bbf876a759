import { afterAll, beforeAll } from 'vitest'
import type { Browser } from 'playwright-core'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import { closePages, openSharedBrowser } from './sharedBrowser.ts'
import { serveStats, type Fill, type Stats } from './operator.ts'

interface StatsStage {
  browser: Browser
  site: Stats
}

/** A browser, and a server with known traffic, for the dashboard journeys of one file. */
export function setStatsStage(
  fill?: Fill,
  env: Record<string, string> = {},
  buyers?: Map<string, Buyer>,
): StatsStage {
  const stage = {} as StatsStage
  beforeAll(async () => {
    ;[stage.browser, stage.site] = await Promise.all([openSharedBrowser(), serveStats(fill, env, buyers)])
  })
  afterAll(async () => {
    await closePages(stage.browser)
    await stage.site.end()
  })
  return stage
}
