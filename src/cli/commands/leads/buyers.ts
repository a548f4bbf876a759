import type { KnownBuyer, TestExchange } from '../../../../schemas/desk/buyers.ts'
import type { KeptBuyers } from '../../../server/buyers/keptBuyers.ts'
import { dollars } from '../../../server/kernel/cents.ts'
import type { Refusal } from '../../../server/kernel/problem.ts'
import { command, inJson } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { readBuyerDocuments, type BuyerDocuments } from '../../files/buyerDocuments.ts'
import { withKeptStore, withStore } from '../../kernel/withStore.ts'
import { visible } from '../../words/visible.ts'

export const buyers = command('buyers', {
  summary: 'List, show, test, save, or remove buyers',
  usage: '[show BUYER | test BUYER | set FILE [--revision N] | remove BUYER [--revision N]]',
  about:
    "set saves every buyer in FILE, which looks like BUYERS_FILE. You can edit the output of show and set it again. Secrets are never printed. An empty secret keeps its saved value, unless the buyer's host changed.\ntest sends a made-up lead marked as a test and prints the response. Nothing is counted or sold. The exit code is 0 if the buyer accepts it.\nBuyers in BUYERS_FILE are listed and can be tested, but you edit them in the file. Servers pick up changes within 2 seconds.",
  examples: [
    'leadloom buyers',
    'leadloom buyers show acme > acme.json',
    'leadloom buyers set acme.json',
    'leadloom buyers test acme',
    'leadloom buyers remove acme',
  ],
  options: {
    revision: {
      type: 'string',
      value: 'N',
      about: 'Only save or remove if this is still the current revision. For one buyer.',
    },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database.'],
    ['BUYERS_FILE', 'The buyers file, same as on the server.'],
    ['LOCAL_TARGETS', 'Set to allow for buyers on this machine.'],
    ['SECRETS_KEY', 'The key that encrypts secrets, same as on the server.'],
  ],
  async run({ values: { revision }, positionals }, ctx) {
    const [verb = 'list', name, ...more] = positionals
    if (!VERBS.has(verb))
      throw misuse(`Unknown verb "buyers ${verb}". Use show, test, set, or remove, or none to list.`)
    if (more.length > 0 || (verb === 'list') !== (name === undefined))
      throw misuse(`Use buyers ${verb === 'set' ? 'set FILE' : `${verb} BUYER`}.`)
    if (revision !== undefined && !/^\d{1,9}$/.test(revision))
      throw misuse(`--revision must be a whole number, not "${revision}".`)
    if (revision !== undefined && verb !== 'set' && verb !== 'remove')
      throw misuse('--revision only works with set and remove.')
    const file = verb === 'set' ? await readBuyerDocuments(name!) : null
    if (revision !== undefined && file && file.buyers.length !== 1)
      throw misuse('--revision only works with a file of one buyer.')
    const withOwnStore = verb === 'set' ? withStore : withKeptStore
    return withOwnStore(ctx, async (store, { settings, buyers: ofFile }) => {
      const { keptBuyers } = await import('../../../server/buyers/keptBuyers.ts')
      const kept = await keptBuyers({ store, settings, ofFile, now: ctx.now })
      const revisionOf = (buyer: string) =>
        revision === undefined ? revisionIn(kept, buyer) : Number(revision)
      if (file) {
        const saved = await save(kept, file, revisionOf)
        return { exit: 0, data: { buyers: saved }, words: saved.map(savedWords) }
      }
      if (verb === 'remove') {
        const line = named(kept, name!)
        await kept.remove({ buyer: line.buyer, revision: revisionOf(line.buyer), by: 'console' })
        return { exit: 0, data: { buyers: [] }, words: [`Removed ${line.buyer}. Its leads will wait.`] }
      }
      if (verb === 'test') {
        const line = named(kept, name!)
        const buyer = kept.inUse.get(line.buyer)
        if (!buyer) throw refusal('failed', `${line.buyer} can't be used: ${line.problem}`)
        const { testBuyer } = await import('../../../server/buyers/testBuyer.ts')
        const { leadMailer } = await import('../../../server/delivery/mailLead.ts')
        const mailer = leadMailer(settings)
        const { withHosts } = await import('../../../server/http/withHosts.ts')
        const audit = (urls: readonly string[]) =>
          store.audit({
            at: ctx.now(),
            operator: 'console',
            act: 'test_buyer',
            about: withHosts(line.buyer, urls),
          })
        const { exchanges } = await testBuyer(buyer, `test-${ctx.now().toString(36)}`, {
          onCall: audit,
          mailLead: mailer.send,
        })
        const isWell = TAKEN.has(exchanges.at(-1)!.understood)
        return {
          exit: isWell ? 0 : 1,
          data: { buyers: [line], exchanges },
          words: visible(exchanges).map(exchangeWords),
        }
      }
      if (verb === 'show') {
        const line = named(kept, name!)
        return {
          exit: 0,
          data: { buyers: [line] },
          words: [inJson({ buyers: { [line.buyer]: line.document } })],
        }
      }
      return { exit: 0, data: { buyers: kept.all() }, words: words(visible(kept.all())) }
    })
  },
})

const VERBS: ReadonlySet<string> = new Set(['list', 'show', 'test', 'set', 'remove'])
/** Outcomes that count as understood. The test lead is always the same, so a buyer may know it already. */
const TAKEN: ReadonlySet<TestExchange['understood']> = new Set(['accepted', 'duplicate'])

function exchangeWords({ url, status, understood, reason, cents, answer }: TestExchange): string {
  return [
    url,
    status === null ? 'no response' : `answered ${status}`,
    understood,
    cents !== null && dollars(cents),
    reason,
    answer,
  ]
    .filter(Boolean)
    .join('  ')
}

/** Prefers the store's entry over the file's, because it is the one that can be changed. */
function named(kept: KeptBuyers, buyer: string): KnownBuyer {
  const lines = kept.all().filter((line) => line.buyer === buyer)
  const line = lines.find(({ origin }) => origin === 'store') ?? lines[0]
  if (!line) throw refusal('unknown_buyer', `No buyer named ${buyer}. To list them: leadloom buyers`)
  return line
}

function revisionIn(kept: KeptBuyers, buyer: string): number {
  return kept.all().find((line) => line.buyer === buyer && line.origin === 'store')?.revision ?? 0
}

/** Saves all buyers of a file, or none if any of them is wrong. */
async function save(
  kept: KeptBuyers,
  { buyers, wrongAt }: BuyerDocuments,
  revisionOf: (buyer: string) => number,
): Promise<KnownBuyer[]> {
  const changes = buyers.map(([buyer, document]) => ({ buyer, document, revision: revisionOf(buyer) }))
  const wrong: string[] = []
  for (const change of changes)
    await kept.proposed(change).catch((error: Refusal) => {
      if (!error.errors) throw error
      const place = (field: string) => ['buyers', change.buyer, ...field.split('/').filter(Boolean)]
      wrong.push(...error.errors.map(({ field, message }) => wrongAt(place(field), message)))
    })
  if (wrong.length > 0) throw refusal('failed', wrong.join('\n'))
  const saved: KnownBuyer[] = []
  for (const change of changes) saved.push(await kept.save({ ...change, by: 'console' }))
  return saved
}

function savedWords({ buyer, revision }: KnownBuyer): string {
  return `Saved ${buyer}, revision ${revision}.`
}

const PLACES: Partial<Record<KnownBuyer['origin'], string>> = { file: 'in BUYERS_FILE', demo: 'demo' }

function words(all: readonly KnownBuyer[]): string[] {
  if (all.length === 0) return ['No buyers yet. Leads are saved and wait. Next: leadloom buyers set FILE']
  return all.map(({ buyer, origin, revision, saved_by, saved_at, document, problem }) =>
    [
      buyer,
      String(document['format']),
      URL.parse(String(document['url']))?.host ?? '',
      PLACES[origin] ?? `revision ${revision}`,
      saved_at !== null && `saved by ${saved_by} at ${new Date(saved_at).toISOString()}`,
      problem !== null && `can't be used: ${problem}`,
    ]
      .filter(Boolean)
      .join('  '),
  )
}
