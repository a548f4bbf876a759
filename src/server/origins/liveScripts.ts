import type { Flow } from '../../../schemas/flow.ts'
import { scriptHosts } from '../../flow/vendors/vendors.ts'
import type { Versions } from '../publish/versions.ts'
import { whyUnlisted, type ListedHosts } from './listedHosts.ts'
import type { OriginSettings } from './side.ts'
import { acceptsScripts } from './whyUnsafe.ts'

/** The scripts of other companies that live flows load. */
export interface LiveScripts {
  /** Their hosts. */
  live(): Promise<string[]>
  /** Whether a flow's pages may load such scripts: never beside operators who are not shut out, and never from a host that is not on
   *  the list. A visit that began on an earlier version goes on without them. */
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
