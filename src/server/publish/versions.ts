import type { Share } from '../../../schemas/version.ts'
import { loadingCache } from '../visitors/loadingCache.ts'
import { versionFor } from '../../store/versions/split.ts'
import type { Version } from '../../store/versions/versionTypes.ts'
import type { Store } from '../../store/store.ts'

/** The published versions in use. What is live is that of at most LIVE_MS ago: another process may publish. */
export interface Versions {
  get(version: number): Promise<Version | null>
  /** The version on which a session of this uuid begins; null when none is live on the path. */
  liveFor(uuid: string, path: string): Promise<Version | null>
  /** The live version that most see, the newest of equals: for what is shown to nobody in particular. */
  leading(path: string): Promise<Version | null>
  /** The live versions of a path, by number. */
  shares(path: string): Promise<Share[]>
  livePaths(): Promise<string[]>
  /** This process has published: what is live is read again. */
  forgetLive(): void
  /** The path that was published first; it stays so. Null while there is none. */
  firstPath(): Promise<string | null>
}

export function versions(store: Store, now: () => number): Versions {
  const { get } = loadingCache(VERSIONS_KEPT, (version: number) => store.version(version))
  let asked = { at: -Infinity, live: Promise.resolve(new Map<string, Share[]>()) }
  let first: string | null = null
  const live = () => {
    // The clock may have been set back.
    if (Math.abs(now() - asked.at) >= LIVE_MS) {
      asked = { at: now(), live: liveByPath(store) }
      asked.live.catch(() => (asked.at = -Infinity))
    }
    return asked.live
  }
  const shares = async (path: string) => (await live()).get(path) ?? []
  const found = (version: number | undefined) => (version === undefined ? null : get(version))
  return {
    get,
    shares,
    liveFor: async (uuid, path) => found(versionFor(uuid, await shares(path))),
    leading: async (path) =>
      found(
        (await shares(path)).toSorted((a, b) => b.weight - a.weight || b.version - a.version)[0]?.version,
      ),
    firstPath: async () => (first ??= await store.firstPath()),
    forgetLive: () => void (asked.at = -Infinity),
    livePaths: async () => [...(await live()).keys()],
  }
}

/** Flows and their validators are some 100 KB each; sessions under way run a handful of versions. */
const VERSIONS_KEPT = 100
const LIVE_MS = 1000

async function liveByPath(store: Store): Promise<Map<string, Share[]>> {
  return Map.groupBy(await store.live(), ({ path }) => path)
}
