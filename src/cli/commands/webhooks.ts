import { NAME_PATTERN } from '../../../schemas/kernel/formFieldLimits.ts'
import { WebhookKind } from '../../../schemas/outgoing/webhook.ts'
import { command } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { withKeptStore } from '../kernel/withStore.ts'

const KINDS: readonly string[] = WebhookKind.enum

export const webhooks = command('webhooks', {
  summary: 'Add a webhook, also one to this machine',
  usage: 'add NAME URL [--kinds KINDS] [--persons] [--local]',
  about: `Webhooks send leads, sales, and returns to your own systems as they happen. The running server retries each message until the receiver answers 2xx.\nadd prints the signing key once (Standard Webhooks). KINDS are ${KINDS.join(',')}. To list, test, or end webhooks and to see their messages, use leadloom call.`,
  examples: [
    'leadloom webhooks add crm https://crm.example/hooks --kinds lead --persons',
    'leadloom webhooks add books https://books.example/hooks --kinds sale,return',
  ],
  options: {
    kinds: { type: 'string', value: 'KINDS', about: 'What to send.', default: KINDS.join(',') },
    persons: {
      type: 'boolean',
      about: "Include the visitor's answers in lead messages. Otherwise they contain only IDs.",
    },
    local: {
      type: 'boolean',
      about: 'Allow http:// and addresses of this machine. Needs LOCAL_TARGETS=allow.',
    },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database.'],
    ['LOCAL_TARGETS', 'Set to allow for webhooks on this machine.'],
  ],
  async run({ values: { kinds, persons, local }, positionals: [verb, name, url, ...more] }, ctx) {
    if (verb !== 'add' || name === undefined || url === undefined || more.length > 0)
      throw misuse('Use webhooks add NAME URL. For everything else: leadloom call desk/webhooks')
    if (!new RegExp(NAME_PATTERN).test(name))
      throw misuse(`"${name}" isn't a valid name. Use at most 60 letters, digits, ".", "_" and "-".`)
    const wanted = [...new Set(kinds.split(','))]
    const wrong = wanted.find((kind) => !KINDS.includes(kind))
    if (wrong !== undefined) throw misuse(`--kinds must list some of ${KINDS.join(',')}, not "${wrong}".`)
    return withKeptStore(ctx, async (store, { settings }) => {
      const { makeWebhook } = await import('../../server/webhooks/madeWebhook.ts')
      const asked = { name, url, kinds: wanted as WebhookKind[], persons, local }
      const made = await makeWebhook(
        { store, settings },
        { ...asked, made_by: 'console', made_at: ctx.now() },
      )
      if ('refused' in made) throw refusal('webhook_refused', made.sentence)
      return {
        exit: 0,
        data: { webhooks: await store.webhooks(), key: made.key },
        words: [made.key, "This key signs the messages. It won't be shown again."],
      }
    })
  },
})
