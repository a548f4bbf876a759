import type { WebhooksAnswer } from '../../../schemas/commands/selling.ts'
import { NAME_PATTERN } from '../../../schemas/kernel/inputLimits.ts'
import {
  WebhookKind,
  WebhookState,
  type Webhook,
  type WebhookMessage,
} from '../../../schemas/outgoing/webhook.ts'
import type { World as ServerWorld } from '../../server/context.ts'
import type { Store } from '../../store/store.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { command, countOf, type Outcome, type World } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { withKeptStore } from '../kernel/withStore.ts'
import { counted } from '../words/report.ts'
import { visible } from '../words/visible.ts'

const KINDS: readonly string[] = WebhookKind.enum
const STATES: readonly string[] = WebhookState.enum

export const webhooks = command('webhooks', {
  summary: 'List, add, test or end webhooks',
  usage:
    '[add NAME URL [--kinds KINDS] [--persons] [--local] | end NAME | test NAME | log [--state STATE] | replay ENTRY...]',
  about: `Webhooks send leads, sales and returns to your own systems as they happen. The running server retries each message until the receiver answers 2xx.\nadd prints the signing key once (Standard Webhooks). KINDS are ${KINDS.join(',')}. test sends a test message now and prints the response. log lists messages, newest first. STATE is one of ${STATES.join(', ')}. replay sends messages again under the same ID.`,
  examples: [
    'leadloom webhooks',
    'leadloom webhooks add crm https://crm.example/hooks --kinds lead --persons',
    'leadloom webhooks add books https://books.example/hooks --kinds sale,return',
    'leadloom webhooks test crm',
    'leadloom webhooks log --state dead',
    'leadloom webhooks replay 17 18',
    'leadloom webhooks end crm',
  ],
  options: {
    kinds: {
      type: 'string',
      value: 'KINDS',
      about: 'With add: what to send.',
      default: KINDS.join(','),
    },
    persons: {
      type: 'boolean',
      about: "With add: include the visitor's answers in lead messages. Otherwise they contain only IDs.",
    },
    local: {
      type: 'boolean',
      about: 'With add: allow http:// and addresses of this machine. Needs LOCAL_TARGETS=allow.',
    },
    state: { type: 'string', value: 'STATE', about: 'With log: only messages in this state.' },
    limit: { type: 'string', value: 'N', about: 'With log: how many to list.', default: '50' },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database.'],
    ['LOCAL_TARGETS', 'Set to allow for webhooks on this machine.'],
  ],
  async run({ values: { kinds, persons, local, state, limit }, positionals }, world) {
    const [verb = 'list', ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act)
      throw misuse(`Unknown verb "webhooks ${verb}". Use add, end, test, log or replay, or none to list.`)
    if (verb !== 'add' && (persons || local || kinds !== KINDS.join(',')))
      throw misuse('--kinds, --persons and --local only work with webhooks add NAME URL.')
    if (state !== undefined && verb !== 'log') throw misuse('--state only works with log.')
    const asked = { rest, kinds, persons, local, state, limit: countOf(limit, '--limit') }
    const perform = act(asked, world)
    return withKeptStore(world, async (store, server) => {
      const { words, exit = 0, ...data } = await perform(store, server)
      const all = { webhooks: await store.webhooks(), key: null, answer: null, messages: [], ...data }
      return { exit, data: all, words }
    })
  },
})

interface Asked {
  rest: string[]
  kinds: string
  persons: boolean
  local: boolean
  state: string | undefined
  limit: number
}

type Done = Partial<WebhooksAnswer> & Pick<Outcome<WebhooksAnswer>, 'words'> & { exit?: 0 | 1 }

/** Each reads its arguments before the store is opened. */
const VERBS: Record<
  string,
  (asked: Asked, world: World) => (store: Store, server: ServerWorld) => Promise<Done>
> = {
  list: ({ rest }) => {
    if (rest.length > 0) throw misuse('Add a verb before the name, for example webhooks test NAME.')
    return async (store) => ({ words: (await store.webhooks()).map(line).concat(await hint(store)) })
  },

  add: ({ rest, kinds, persons, local }, world) => {
    const [name, url, ...more] = rest
    if (name === undefined || url === undefined || more.length > 0) throw misuse('Use webhooks add NAME URL.')
    if (!new RegExp(NAME_PATTERN).test(name))
      throw misuse(`"${name}" isn't a valid name. Use at most 60 letters, digits, ".", "_" and "-".`)
    const wanted = [...new Set(kinds.split(','))]
    const wrong = wanted.find((kind) => !KINDS.includes(kind))
    if (wrong !== undefined) throw misuse(`--kinds must list some of ${KINDS.join(',')}, not "${wrong}".`)
    return async (store, { settings }) => {
      const { makeWebhook } = await import('../../server/webhooks/madeWebhook.ts')
      const made_at = world.now()
      const made = await makeWebhook(
        { store, settings },
        {
          name,
          url,
          kinds: wanted as WebhookKind[],
          persons,
          local,
          made_by: 'console',
          made_at,
        },
      )
      if ('refused' in made) throw refusal('webhook_refused', made.sentence)
      return { key: made.key, words: [made.key, "This key signs the messages. It won't be shown again."] }
    }
  },

  end: ({ rest }, world) => {
    const name = oneName(rest, 'end')
    return async (store) => {
      const { endWebhook } = await import('../../server/webhooks/madeWebhook.ts')
      if (!(await endWebhook(store, name, { at: world.now(), operator: 'console' }))) throw unknown(name)
      return { words: [`Ended webhook ${name}. It won't receive any more messages.`] }
    }
  },

  test: ({ rest }, world) => {
    const name = oneName(rest, 'test')
    return async (store, { settings }) => {
      const webhook = await store.webhook(name)
      if (!webhook || webhook.ended_at !== null) throw unknown(name)
      const { signingKey, testMessage } = await import('../../server/webhooks/message.ts')
      const { postTo, SECRET } = await import('../../server/webhooks/startWebhooks.ts')
      const message = testMessage(signingKey(await store.secret(SECRET), webhook), world.now())
      const { withHosts } = await import('../../server/http/withHosts.ts')
      const about = withHosts(name, [webhook.url])
      await store.audit({ at: world.now(), operator: 'console', act: 'test_webhook', about })
      const stop = new AbortController().signal
      const { isTaken, sentence } = await postTo(webhook, message, { settings, stop })
      return { exit: isTaken ? 0 : 1, answer: { taken: isTaken, sentence }, words: [sentence] }
    }
  },

  log: ({ rest, state, limit }) => {
    if (rest.length > 1) throw misuse('Use webhooks log, or webhooks log NAME.')
    const [name = null] = rest
    const only = WebhookState.enum.find((known) => known === state) ?? null
    if (state !== undefined && only === null)
      throw misuse(`--state must be one of ${STATES.join(', ')}, not "${state}".`)
    return async (store) => {
      if (name !== null && !(await store.webhook(name))) throw unknown(name)
      const messages = await store.webhookMessages({ webhook: name, state: only, limit })
      return {
        messages,
        words: [...visible(messages).map(messageLine), `${counted(messages.length, 'message')}.`],
      }
    }
  },

  replay: ({ rest }, world) => {
    if (rest.length === 0) throw misuse('Use webhooks replay ENTRY..., with one or more entries.')
    const entries = rest.map((entry) => countOf(entry, 'ENTRY'))
    return async (store) => {
      const words = []
      let exit: 0 | 1 = 0
      for (const entry of entries) {
        const isDue = await store.replayWebhookMessage(entry, world.now())
        if (!isDue) exit = 1
        words.push(isDue ? `Message ${entry} will be sent again.` : REFUSALS.notSentAgain(entry))
      }
      return { exit, words }
    }
  },
}

function oneName(rest: string[], verb: string): string {
  const [name, ...more] = rest
  if (name === undefined || more.length > 0) throw misuse(`Use webhooks ${verb} NAME.`)
  return name
}

function unknown(name: string): Error {
  return refusal('unknown_webhook', REFUSALS.noWebhook(name))
}

async function hint(store: Store): Promise<string[]> {
  return (await store.webhooks()).length === 0
    ? ['No webhooks yet. Next: leadloom webhooks add NAME URL']
    : []
}

function line({ name, url, kinds, persons, made_by, made_at, ended_at }: Webhook): string {
  const until = ended_at === null ? '' : `  ended ${dateOf(ended_at)}`
  return `${name}  ${url}  ${kinds.join(',')}${persons ? ' with persons' : ''}  by ${made_by}  since ${dateOf(made_at)}${until}`
}

function messageLine({
  entry,
  state,
  webhook,
  kind,
  offer,
  attempts,
  at,
  last,
  due_at,
}: WebhookMessage): string {
  const next = due_at === null ? '' : `, next ${dateOf(due_at)}`
  return `${entry}  ${state}  ${kind} of ${offer} → ${webhook}  ${dateOf(at)}  ${counted(attempts, 'attempt')}${next}  ${last ?? ''}`.trimEnd()
}

function dateOf(at: number): string {
  return new Date(at).toISOString()
}
