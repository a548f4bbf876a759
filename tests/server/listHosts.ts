import type { Flow } from '../../schemas/flow/flow.ts'
import { chosenHosts } from '../../src/flow/vendors/vendors.ts'
import type { Store } from '../../src/store/store.ts'

/** Makes an admin list the hosts that a flow itself names for scripts. */
export async function listHosts(store: Pick<Store, 'addScriptHost'>, { ui_config }: Pick<Flow, 'ui_config'>) {
  for (const { host } of chosenHosts(ui_config.entrypoint.tracking_scripts))
    await store.addScriptHost({ host, added_by: 'root', added_at: 1 })
}
