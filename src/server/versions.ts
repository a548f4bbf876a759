import { recent } from './recent.ts'
import type { Store, Version } from './store/store.ts'

/** The published versions in use. */
export interface Versions {
  get(version: number): Promise<Version | null>
  /** The version that is live on a path, or null. A publish by another process is seen within LIVE_MS. */
  live(path: string): Promise<Version | null>
  livePaths(): Promise<string[]>
}

export function versions(store: Store, now: () => number): Versions {
  const { get } = recent(VERSIONS_KEPT, (version: number) => store.version(version))
  let asked = { at: -Infinity, live: Promise.resolve(new Map<string, number>()) }
  const live = () => {
    if (now() - asked.at >= LIVE_MS) {
      asked = { at: now(), live: liveByPath(store) }
      asked.live.catch(() => (asked.at = -Infinity))
    }
    return asked.live
  }
  return {
    get,
    live: async (path) => {
      const version = (await live()).get(path)
      return version === undefined ? null : get(version)
    },
    livePaths: async () => [...(await live()).keys()],
  }
}

/** Flows and their validators are some 100 KB each; sessions under way run a handful of versions. */
const VERSIONS_KEPT = 100
const LIVE_MS = 1000

async function liveByPath(store: Store): Promise<Map<string, number>> {
  return new Map((await store.live()).map(({ path, version }) => [path, version]))
}
