import type { ScriptHost } from '../../../../schemas/desk/scriptHosts.ts'
import { HOST_PATTERN } from '../../../../schemas/kernel/formFieldLimits.ts'
import type { Store } from '../../../store/store.ts'
import { REFUSALS } from '../../../server/kernel/callRefusals.ts'
import { command, type CommandContext } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { withKeptStore, withStore } from '../../kernel/withStore.ts'

export const hosts = command('hosts', {
  summary: 'List, add, or remove hosts that flows may load scripts from',
  usage: '[add HOST | remove HOST]',
  about:
    "A flow that loads scripts from any other host can't be published. Hosts of built-in vendors don't need an entry. HOST is the full name, for example www.clicks.example for the tracking domain clicks.example.",
  examples: [
    'leadloom hosts',
    'leadloom hosts add www.clicks.example',
    'leadloom hosts remove www.clicks.example',
  ],
  options: {},
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ positionals }, ctx) {
    const [verb = 'list', host = '', ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act) throw misuse(`Unknown verb "hosts ${verb}". Use add or remove, or none to list.`)
    if (rest.length > 0 || (verb === 'list') !== (host === ''))
      throw misuse(
        verb === 'list'
          ? 'Add a verb before the host, for example hosts add HOST.'
          : `Use hosts ${verb} HOST.`,
      )
    if (host !== '' && !RegExp(HOST_PATTERN).test(host))
      throw misuse(`"${host}" isn't a host name. Use lowercase, like www.clicks.example.`)
    // The first host may be listed before a server has ever run here.
    const open = verb === 'add' ? withStore : withKeptStore
    return open(ctx, async (store) => {
      const words = await act(store, host, ctx)
      return { exit: 0, data: { hosts: await store.scriptHosts() }, words }
    })
  },
})

/** Each resolves to its output. */
const VERBS: Record<string, (store: Store, host: string, ctx: CommandContext) => Promise<string[]>> = {
  async list(store) {
    const listed = await store.scriptHosts()
    return listed.length === 0 ? ['No script hosts yet. Next: leadloom hosts add HOST'] : listed.map(line)
  },

  async add(store, host, { now }) {
    if (!(await store.addScriptHost({ host, added_by: 'console', added_at: now() })))
      throw refusal('known_script_host', REFUSALS.knownScriptHost(host))
    return [`Added ${host}. Flows may load scripts from it.`]
  },

  async remove(store, host, { now }) {
    const { removeScriptHost } = await import('../../../server/origins/listedHosts.ts')
    const refused = await removeScriptHost(store, host, { by: 'console', at: now() })
    if (refused?.code === 409) throw refusal('script_host_used', refused.sentence)
    if (refused) throw refusal('unknown_script_host', refused.sentence)
    return [`Removed ${host}. Flows can no longer load scripts from it.`]
  },
}

function line({ host, added_by, added_at }: ScriptHost): string {
  return `${host}  by ${added_by}  since ${new Date(added_at).toISOString()}`
}
