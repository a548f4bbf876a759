import type { ScriptHost } from '../../../../schemas/desk/scriptHosts.ts'
import { HOST_PATTERN } from '../../../../schemas/inputLimits.ts'
import type { Store } from '../../../store/store.ts'
import { REFUSALS } from '../../../texts/callRefusals.ts'
import { command, type World } from '../../command.ts'
import { misuse, refusal } from '../../failure.ts'
import { withKeptStore, withStore } from '../../withStore.ts'

export const hosts = command('hosts', {
  summary: 'Lists the hosts that flows may load scripts from; adds one, or removes one.',
  usage: '[add HOST | remove HOST]',
  about:
    'A flow whose tracking domain leads to another host is not published. Scripts of vendors whose hosts are part of Leadloom need no entry. HOST is the whole name, www.clicks.example for the tracking domain clicks.example.',
  examples: [
    'leadloom hosts',
    'leadloom hosts add www.clicks.example',
    'leadloom hosts remove www.clicks.example',
  ],
  options: {},
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ positionals }, world) {
    const [verb = 'list', host = '', ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act) throw misuse(`There is no "hosts ${verb}": say nothing, add or remove.`)
    if (rest.length > 0 || (verb === 'list') !== (host === ''))
      throw misuse(verb === 'list' ? 'hosts takes no host alone.' : `Say hosts ${verb} HOST.`)
    if (host !== '' && !RegExp(HOST_PATTERN).test(host))
      throw misuse(`"${host}" is no host: write its name in lower case, like www.clicks.example.`)
    // The first host may be listed before a server has ever run here.
    const open = verb === 'add' ? withStore : withKeptStore
    return open(world, async (store) => {
      const words = await act(store, host, world)
      return { exit: 0, data: { hosts: await store.scriptHosts() }, words }
    })
  },
})

/** Each resolves to its output. */
const VERBS: Record<string, (store: Store, host: string, world: World) => Promise<string[]>> = {
  async list(store) {
    const listed = await store.scriptHosts()
    return listed.length === 0
      ? ['There are no script hosts. Next: leadloom hosts add HOST.']
      : listed.map(line)
  },

  async add(store, host, { now }) {
    if (!(await store.addScriptHost({ host, added_by: 'console', added_at: now() })))
      throw refusal('known_script_host', REFUSALS.knownScriptHost(host))
    return [`Flows may load scripts from ${host}.`]
  },

  async remove(store, host, { now }) {
    const { removeScriptHost } = await import('../../../server/origins/listedHosts.ts')
    const refused = await removeScriptHost(store, host, { by: 'console', at: now() })
    if (refused?.code === 409) throw refusal('script_host_used', refused.sentence)
    if (refused) throw refusal('unknown_script_host', refused.sentence)
    return [`No flow may load scripts from ${host} any more.`]
  },
}

function line({ host, added_by, added_at }: ScriptHost): string {
  return `${host}  by ${added_by}  since ${new Date(added_at).toISOString()}`
}
