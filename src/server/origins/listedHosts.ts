import type { Flow } from '../../../schemas/flow/flow.ts'
import { chosenHosts } from '../../flow/vendors/vendors.ts'
import type { Decisions } from '../../author/problemsOf.ts'
import type { Store } from '../../store/store.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Hosts that flows may load scripts from when the flow itself names them; without this list, an author could name any host. */

export type ListedHosts = Pick<Store, 'scriptHosts'>

/** Decisions of this server's admins that its flows depend on. */
export async function decisionsOf(store: Pick<Store, 'scriptHosts' | 'lawsOff'>): Promise<Decisions> {
  const [scriptHosts, lawsOff] = await Promise.all([listedHosts(store), store.lawsOff()])
  return { scriptHosts, lawsOff }
}

export async function listedHosts(store: ListedHosts): Promise<string[]> {
  return (await store.scriptHosts()).map(({ host }) => host)
}

/** Reason that a flow must not load its scripts, which is that it names hosts no admin listed. Null if it may. */
export async function whyUnlisted(store: ListedHosts, flow: Pick<Flow, 'ui_config'>): Promise<string | null> {
  const chosen = hostsOf(flow)
  if (chosen.length === 0) return null
  const listed = await listedHosts(store)
  const unlisted = chosen.filter((host) => !listed.includes(host))
  return unlisted.length === 0 ? null : REFUSALS.scriptsUnlisted(unlisted)
}

/** Removes a host from the list; resolves to the reason if it can't, else to null. A live flow that loads scripts from a host keeps it
 *  on the list. Without it, the flow would stop being tracked, and no one would find out. */
export async function removeScriptHost(
  store: Pick<Store, 'live' | 'version' | 'removeScriptHost'>,
  host: string,
  removal: { by: string; at: number },
): Promise<{ code: 404 | 409; sentence: string } | null> {
  const live = await Promise.all((await store.live()).map(({ version }) => store.version(version)))
  const users = live.flatMap((version) =>
    version && hostsOf(version.flow).includes(host) ? [`/${version.path} (version ${version.version})`] : [],
  )
  if (users.length > 0) return { code: 409, sentence: REFUSALS.scriptHostUsed(host, users) }
  if (await store.removeScriptHost(host, removal)) return null
  return { code: 404, sentence: REFUSALS.noScriptHost(host) }
}

function hostsOf({ ui_config }: Pick<Flow, 'ui_config'>): string[] {
  return chosenHosts(ui_config.entrypoint.tracking_scripts).map(({ host }) => host)
}
