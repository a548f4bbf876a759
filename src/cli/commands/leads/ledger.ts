import type { LedgerAnswer, LedgerLine } from '../../../../schemas/commands/selling.ts'
import { dollars } from '../../../server/kernel/cents.ts'
import { command } from '../../kernel/command.ts'
import { misuse } from '../../kernel/failure.ts'
import { endOfDay, startOfDay } from '../../kernel/dayOption.ts'
import { unknownPath } from '../../kernel/unknownPath.ts'
import { withKeptStore } from '../../kernel/withStore.ts'
import { visible } from '../../words/visible.ts'

export const ledger = command('ledger', {
  summary: 'Show what buyers and partners paid: gross, returns, and net',
  usage: '[--path PATH] [--from DAY] [--to DAY]',
  about:
    'Days are in New York time, like 2026-11-20, and both ends are included. A return counts on the day it was reported, so a range can have more returns than sales.',
  examples: ['leadloom ledger', 'leadloom ledger --path my-site --from 2026-11-01 --to 2026-11-30 --json'],
  options: {
    path: { type: 'string', value: 'PATH', about: 'Only this site.' },
    from: { type: 'string', value: 'DAY', about: 'The first day. Default: since the beginning.' },
    to: { type: 'string', value: 'DAY', about: 'The last day. Default: today.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { path, from, to }, positionals }, ctx) {
    if (positionals.length > 0) throw misuse('ledger only takes options.')
    const range = {
      from: from === undefined ? 0 : startOfDay(from, '--from'),
      to: to === undefined ? ctx.now() : endOfDay(to, '--to'),
    }
    if (range.from > range.to) throw misuse("--from can't be after --to.")
    const lines = await withKeptStore(ctx, async (store) => {
      const paths = await store.paths()
      if (path !== undefined && !paths.includes(path)) throw unknownPath(path, paths)
      return store.ledger({ path: path ?? null, ...range })
    })
    const data = { lines, total: sum(lines) }
    return { exit: 0, data, words: words(visible(data)) }
  },
})

type Sums = LedgerAnswer['total']

function sum(lines: readonly LedgerLine[]): Sums {
  const of = (column: keyof Sums) => lines.reduce((total, line) => total + line[column], 0)
  return {
    sales: of('sales'),
    gross_cents: of('gross_cents'),
    returns: of('returns'),
    returned_cents: of('returned_cents'),
    net_cents: of('net_cents'),
  }
}

function words({ lines, total }: LedgerAnswer): string[] {
  const row = (name: string, { sales, gross_cents, returns, returned_cents, net_cents }: Sums) =>
    [
      name,
      `${sales.toLocaleString('en-US')} sold for ${dollars(gross_cents)}`,
      `${returns.toLocaleString('en-US')} returned for ${dollars(returned_cents)}`,
      `net ${dollars(net_cents)}`,
    ].join('  ')
  return [...lines.map((line) => row(`${line.path}  ${line.source}  ${line.offer}`, line)), row('All', total)]
}
