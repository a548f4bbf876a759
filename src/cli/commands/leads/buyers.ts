import type { KnownBuyer, TestExchange } from '../../../../schemas/desk/buyers.ts'
import type { KeptBuyers } from '../../../server/buyers/keptBuyers.ts'
import { dollars } from '../../../server/leads/cents.ts'
import type { Refusal } from '../../../server/http/problem.ts'
import { command, inJson } from '../../command.ts'
import { misuse, refusal } from '../../failure.ts'
import { readBuyerDocuments, type BuyerDocuments } from '../../files/buyerDocuments.ts'
import { withKeptStore, withStore } from '../../withStore.ts'
import { visible } from '../../words/visible.ts'

export const buyers = command('buyers', {
  summary: 'Lists whom leads are sold to, or shows, tries, saves or removes one that the database keeps.',
  usage: '[show BUYER | test BUYER | set FILE [--revision N] | remove BUYER [--revision N]]',
  about:
    'FILE is like that of BUYERS_FILE and may hold several: each is saved whole. What show prints can be changed and set again: a secret that is empty stays as it is kept, unless the buyer goes to another host. No secret is ever printed. test sends a made-up lead, marked as a test, and says what the buyer answered: nothing is counted or sold, and the exit code is 0 when the buyer accepts it. Buyers of BUYERS_FILE are listed and tried too, and are changed in that file alone. Servers go by a change within 2 seconds.',
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
      about: 'Only if nobody saved since this revision; of one buyer. Otherwise the one there is.',
    },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database.'],
    ['BUYERS_FILE', 'The file of buyers, as the server has it.'],
    ['LOCAL_TARGETS', 'allow: buyers of this machine are used.'],
    ['SECRETS_KEY', 'What seals secrets, as the server has it.'],
  ],
  async run({ values: { revision }, positionals }, world) {
    const [verb = 'list', name, ...more] = positionals
    if (!VERBS.has(verb))
      throw misuse(`There is no "buyers ${verb}": say nothing, show, test, set or remove.`)
    if (more.length > 0 || (verb === 'list') !== (name === undefined))
      throw misuse(`Say buyers ${verb === 'set' ? 'set FILE' : `${verb} BUYER`}.`)
    if (revision !== undefined && !/^\d{1,9}$/.test(revision))
      throw misuse(`--revision takes a whole number, not "${revision}".`)
    if (revision !== undefined && verb !== 'set' && verb !== 'remove')
      throw misuse('--revision goes with set and remove.')
    const file = verb === 'set' ? await readBuyerDocuments(name!) : null
    if (revision !== undefined && file && file.buyers.length !== 1)
      throw misuse('--revision goes with a file of one buyer.')
    const withOwnStore = verb === 'set' ? withStore : withKeptStore
    return withOwnStore(world, async (store, { settings, buyers: ofFile }) => {
      const { keptBuyers } = await import('../../../server/buyers/keptBuyers.ts')
      const kept = await keptBuyers({ store, settings, ofFile, now: world.now })
      const revisionOf = (buyer: string) =>
        revision === undefined ? revisionIn(kept, buyer) : Number(revision)
      if (file) {
        const saved = await save(kept, file, revisionOf)
        return { exit: 0, data: { buyers: saved }, words: saved.map(savedWords) }
      }
      if (verb === 'remove') {
        const line = named(kept, name!)
        await kept.remove({ buyer: line.buyer, revision: revisionOf(line.buyer), by: 'console' })
        return { exit: 0, data: { buyers: [] }, words: [`${line.buyer} is removed. Its leads wait.`] }
      }
      if (verb === 'test') {
        const line = named(kept, name!)
        const buyer = kept.inUse.get(line.buyer)
        if (!buyer) throw refusal('failed', `${line.buyer} is not used: ${line.problem}`)
        const { testBuyer } = await import('../../../server/buyers/testBuyer.ts')
        const { withHosts } = await import('../../../server/http/withHosts.ts')
        const audit = (urls: readonly string[]) =>
          store.audit({
            at: world.now(),
            operator: 'console',
            act: 'test_buyer',
            about: withHosts(line.buyer, urls),
          })
        const { exchanges } = await testBuyer(buyer, `test-${world.now().toString(36)}`, audit)
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
    status === null ? 'no answer' : `answered ${status}`,
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
  if (!line) throw refusal('unknown_buyer', `There is no buyer ${buyer}: leadloom buyers lists them.`)
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
  return `${buyer} is saved, revision ${revision}.`
}

function words(all: readonly KnownBuyer[]): string[] {
  if (all.length === 0) return ['No buyers yet: leads are kept, and wait. Next: leadloom buyers set FILE.']
  return all.map(({ buyer, origin, revision, saved_by, saved_at, document, problem }) =>
    [
      buyer,
      String(document['format']),
      URL.parse(String(document['url']))?.host ?? '',
      origin === 'file' ? 'of BUYERS_FILE' : `revision ${revision}`,
      saved_at !== null && `saved by ${saved_by} at ${new Date(saved_at).toISOString()}`,
      problem !== null && `not used: ${problem}`,
    ]
      .filter(Boolean)
      .join('  '),
  )
}
