import { readFile } from 'node:fs/promises'
import type { ReturnsAnswer, Unbooked } from '../../../../schemas/commands/selling.ts'
import { dollars } from '../../../server/leads/cents.ts'
import { readReturns, type ReturnLine } from '../../../server/returns/returnsCsv.ts'
import { takeBackLines, WRONG_OUTCOMES } from '../../../server/returns/takeBackLines.ts'
import type { Store } from '../../../store/store.ts'
import { command, countOf, type World } from '../../command.ts'
import { misuse, refusal } from '../../failure.ts'
import { withKeptStore } from '../../withStore.ts'
import { counted } from '../../words/report.ts'
import { visible } from '../../words/visible.ts'

type Line = ReturnsAnswer['lines'][number]

export const returns = command('returns', {
  summary:
    'Takes back what a buyer returns, by its file; or lists what it reported that the ledger does not hold.',
  usage: '[FILE.csv --buyer BUYER [--apply] | dismiss ENTRY]',
  about:
    'The first line of the file names the columns: id (the buyer’s own) or key (the idempotency key that the lead was posted under), and amount if it likes; others are left alone. Without --apply nothing is changed: each line says what it would do. A file may be applied again: what was taken back before stays as it is. A return whose sale there is not yet waits for it. A line that cannot be read stops the whole file; one that contradicts the ledger is kept as a conflict, until you dismiss it. Without a file, what waits and what contradicts is listed.',
  examples: [
    'leadloom returns november.csv --buyer acme',
    'leadloom returns november.csv --buyer acme --apply',
    'leadloom returns',
    'leadloom returns dismiss 3',
  ],
  options: {
    buyer: { type: 'string', value: 'BUYER', about: 'The buyer whose file it is, by its key in the flows.' },
    apply: { type: 'boolean', about: 'Do it, instead of saying what would be done.' },
    limit: { type: 'string', value: 'N', about: 'List the newest N.', default: '50' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { buyer, apply, limit }, positionals }, world) {
    const [file, entry, ...more] = positionals
    const isDismissal = file === 'dismiss' && entry !== undefined
    if (more.length > 0 || (entry !== undefined && !isDismissal))
      throw misuse('Name one file, or say dismiss ENTRY.')
    if (file !== undefined && !isDismissal) {
      if (buyer === undefined) throw misuse('Say whose file it is: --buyer BUYER.')
      const lines = readReturns(await readFile(file, 'utf8'))
      return withKeptStore(world, (store) => takeBack(store, { file, buyer, apply, lines, world }))
    }
    if (buyer !== undefined || apply) throw misuse('--buyer and --apply go with a file.')
    const newest = countOf(limit, '--limit')
    return withKeptStore(world, async (store) => {
      if (isDismissal && !(await store.dismissUnbooked(countOf(entry, 'ENTRY'))))
        throw refusal('unknown_entry', `There is no entry ${entry}: leadloom returns lists them.`)
      const unbooked = await store.unbooked(newest)
      const data = { file: null, applied: false, lines: [], returned_cents: 0, unbooked }
      return { exit: 0, data, words: unbookedWords(visible(unbooked)) }
    })
  },
})

interface Asked {
  file: string
  buyer: string
  apply: boolean
  lines: readonly ReturnLine[]
  world: World
}

async function takeBack(store: Store, { file, buyer, apply, lines: read, world }: Asked) {
  if (!(await store.isSource(buyer)))
    throw refusal(
      'unknown_buyer',
      `No lead ever went to "${buyer}": --buyer takes a buyer’s key in the flows.`,
    )
  const taken = await takeBackLines(store, { buyer, lines: read, apply, at: world.now() })
  const data = { file, ...taken, unbooked: [] }
  const isWell = data.lines.every(({ outcome }) => !WRONG_OUTCOMES.has(outcome))
  return { exit: isWell ? 0 : 1, data, words: words(visible(data), apply) } as const
}

/** Result of a line, applied and previewed. */
const OUTCOMES: Record<Line['outcome'], [done: string, tried: string]> = {
  returned: ['taken back', 'would be taken back'],
  known: ['taken back before', 'was taken back before'],
  waits: ['waits for its sale', 'would wait for its sale'],
  conflict: ['a conflict, kept for you', 'would be a conflict, kept for you'],
  unknown: ['not known', 'is not known'],
  full: ['not kept: too many wait', 'would not be kept: too many wait'],
  unreadable: ['cannot be read', 'cannot be read'],
}

function words({ file, applied, lines, returned_cents }: ReturnsAnswer, apply: boolean): string[] {
  const results = lines.map(({ line, id, key, outcome, reason, sale }) =>
    [
      `${file}:${line}`,
      id ?? key,
      OUTCOMES[outcome][applied ? 0 : 1],
      sale && `${dollars(sale.cents)} of ${sale.offer}, sold ${new Date(sale.at).toISOString()}`,
      reason,
    ]
      .filter(Boolean)
      .join('  '),
  )
  const count = lines.filter(({ outcome }) => outcome === 'returned').length
  const total = `${counted(count, 'lead')} for ${dollars(returned_cents)}`
  const unread = lines.filter(({ outcome }) => outcome === 'unreadable').length
  if (applied) return [...results, `Returned ${total}.`]
  if (apply)
    return [
      ...results,
      `Nothing was changed: ${counted(unread, 'line')} cannot be read. Mend the file and apply it again.`,
    ]
  return [...results, `Nothing was changed: --apply would take back ${total}.`]
}

function unbookedWords(unbooked: readonly Unbooked[]): string[] {
  return [
    ...unbooked.map(({ entry, state, source, external_id, key, returned, cents: amount, at, reason }) =>
      [
        entry,
        state,
        source,
        external_id ?? key,
        returned ? 'return' : 'sale',
        amount === null ? null : dollars(amount),
        new Date(at).toISOString(),
        reason,
      ]
        .filter((word) => word !== null)
        .join('  '),
    ),
    `${unbooked.length.toLocaleString('en-US')} ${unbooked.length === 1 ? 'report is' : 'reports are'} not in the ledger.`,
  ]
}
