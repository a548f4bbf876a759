import type { Flow } from '../../../schemas/flow.ts'
import { scriptHosts } from '../../flow/vendors/vendors.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { isSeparated, type OriginSettings } from './side.ts'

/** Why a flow must not go live: it would load scripts of other companies on the origin of operators. Null where it may. */
export function whyUnsafe(flow: Pick<Flow, 'ui_config'>, settings: OriginSettings): string | null {
  const hosts = scriptHosts(flow)
  if (hosts.length === 0 || acceptsScripts(settings)) return null
  return REFUSALS.scriptsNeedOrigin(hosts)
}

/** Whether scripts of other companies and operators may be there at the same time. */
export function acceptsScripts(settings: OriginSettings): boolean {
  return isSeparated(settings) || settings.sharedOrigin === 'accept'
}
