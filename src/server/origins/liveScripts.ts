import type { Flow } from '../../../schemas/flow/flow.ts'
import { scriptHosts } from '../../flow/vendors/vendors.ts'
import type { Versions } from '../publish/versions.ts'
import { whyUnlisted, type ListedHosts } from './listedHosts.ts'
import type { OriginSettings } from './side.ts'
import { acceptsScripts } from './whyUnsafe.ts'

/** Third-party scripts that live flows load. */
export interface LiveScripts {
  /** Their hosts. */
  live(): Promise<string[]>
  /** True if a flow's pages may load such scripts. They may not on an origin that operators still use, nor from a host that isn't on the
   *  list. A visit that began on an earlier version continues without them. */
  mayLoad(flow: Pick<Flow, 'ui_config'>): Promise<boolean>
}

export function liveScripts(store: ListedHosts, versions: Versions, settings: OriginSettings): LiveScripts {
  const live = async () => {
    const shares = await Promise.all((await versions.livePaths()).map((path) => versions.shares(path)))
    const found = await Promise.all(shares.flat().map(({ version }) => versions.get(version)))
    return [...new Set(found.flatMap((version) => (version ? scriptHosts(version.flow) : [])))].sort()
  }
  const isAccepted = acceptsScripts(settings)
  return {
    live,
    mayLoad: async (flow) =>
      (isAccepted || (await live()).length > 0) && (await whyUnlisted(store, flow)) === null,
  }
}
