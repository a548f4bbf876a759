import type { Flow } from '../../../schemas/flow/flow.ts'
import { scriptHosts } from '../../flow/vendors/vendors.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { isSeparated, type OriginSettings } from './side.ts'

/** Reason that a flow must not go live, which is that it would load third-party scripts on the operators' origin. Null if it may. */
export function whyUnsafe(flow: Pick<Flow, 'ui_config'>, settings: OriginSettings): string | null {
  const hosts = scriptHosts(flow)
  if (hosts.length === 0 || acceptsScripts(settings)) return null
  return REFUSALS.scriptsNeedOrigin(hosts)
}

/** True if third-party scripts are allowed where operators are. */
export function acceptsScripts(settings: OriginSettings): boolean {
  return isSeparated(settings) || settings.sharedOrigin === 'accept'
}
