import type { Share } from '../../../schemas/kernel/version.ts'
import { loadingCache } from '../kernel/caches.ts'
import { versionFor } from '../../store/nouns/versions/split.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import type { Store } from '../../store/store.ts'
import { tryVersion, type DrawStep } from './tryVersion.ts'

/** Published versions in use. Information about live versions is at most LIVE_MS old, because another process may publish. */
export interface Versions {
  get(version: number): Promise<Version | null>
  /** The version for a new session with this uuid; null if none is live on the path. */
  liveFor(uuid: string, path: string): Promise<Version | null>
  /** The live version that most visitors see, or the newest of equals; for pages that belong to no visitor. */
  leading(path: string): Promise<Version | null>
  /** Live versions of a path, by number. */
  shares(path: string): Promise<Share[]>
  livePaths(): Promise<string[]>
  /** Makes the live versions be read again, because this process has published. */
  forgetLive(): void
  /** The path that was published first, which never changes. Null if there is none. */
  firstPath(): Promise<string | null>
  /** True if this server can show a version; newer code may have published it. */
  canShow(version: number): Promise<boolean>
  /** Also draws versions from now on before they are shown; `onUnshown` is called once for each that can't be. */
  tryWith(trial: { draw: DrawStep | null; onUnshown: (version: Version, cause: unknown) => void }): void
}

/** Versions that this server can't show never go live on it; it keeps the previous ones live. */
export function versions(store: Store, now: () => number): Versions {
  const { get } = loadingCache(VERSIONS_KEPT, (version: number) => store.version(version))
  let asked = { at: -Infinity, live: Promise.resolve(new Map<string, Share[]>()) }
  let first: string | null = null
  let trial: Parameters<Versions['tryWith']>[0] = { draw: null, onUnshown: () => {} }
  const tried = loadingCache(VERSIONS_KEPT, async (number: number): Promise<boolean | null> => {
    const version = await get(number)
    if (!version) return null
    return tryVersion(version, trial.draw).then(
      () => true,
      (cause: unknown) => {
        trial.onUnshown(version, cause)
        return false
      },
    )
  })
  const canShow = async (version: number) => (await tried.get(version)) === true
  const live = () => {
    // The clock may have been set back.
    if (Math.abs(now() - asked.at) >= LIVE_MS) {
      asked = { at: now(), live: liveByPath(store, canShow) }
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
    canShow,
    tryWith: (given) => void (trial = given),
  }
}

/** Flows and their validators are about 100 KB each; sessions in progress use a handful of versions. */
const VERSIONS_KEPT = 100
const LIVE_MS = 1000

async function liveByPath(
  store: Store,
  canShow: (version: number) => Promise<boolean>,
): Promise<Map<string, Share[]>> {
  const canShowAll = async (shares: readonly Share[]) =>
    (await Promise.all(shares.map(({ version }) => canShow(version)))).every(Boolean)
  const live = new Map<string, Share[]>(Map.groupBy(await store.live(), ({ path }) => path))
  for (const [path, shares] of live) {
    if (await canShowAll(shares)) continue
    live.delete(path)
    for (const { shares } of (await store.splits(path)).reverse())
      if (await canShowAll(shares)) {
        live.set(path, shares)
        break
      }
  }
  return live
}
