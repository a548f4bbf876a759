import type { PayoutStatement } from '../../../schemas/desk/payouts.ts'
import type { StatementSum } from '../../store/nouns/payouts/statements.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { openSheet } from './proof/paper/paperSheet.ts'

/** A statement as PDF pages. It has no subs of visitors, and names no visitor. */
export function statementPdf(
  statement: PayoutStatement,
  { sums, product }: { sums: readonly StatementSum[]; product: string },
): Promise<Buffer> {
  const { statement: number, aff_id, from_day, to_day, cents, made, approved, paid, reference } = statement
  const title = PAPER.title(number)
  const sheet = openSheet({ title, author: product, madeAt: paid?.at ?? approved?.at ?? made.at })
  sheet.heading(1, title)
  sheet.pair(PAPER.affiliate, aff_id)
  sheet.pair(PAPER.period, PAPER.days(from_day, to_day))
  sheet.pair(PAPER.state, PAPER.states[statement.state])
  sheet.pair(PAPER.made, newYorkDate(made.at))
  if (approved) sheet.pair(PAPER.approved, newYorkDate(approved.at))
  if (paid) sheet.pair(PAPER.paid, newYorkDate(paid.at))
  if (reference) sheet.pair(PAPER.reference, reference)
  sheet.heading(2, PAPER.payouts)
  for (const { event, offer, path, sub1, conversions, taken_back, cents: sum } of sums)
    sheet.pair(
      [PAPER.events[event] ?? event, offer, `/${path}`, sub1].filter((word) => word !== '').join(', '),
      PAPER.line(amount(sum), conversions, taken_back),
    )
  sheet.heading(2, PAPER.total(amount(cents)))
  sheet.paragraph(PAPER.about)
  return sheet.end((page, pages) => PAPER.foot(title, page, pages))
}

const amount = (cents: number) =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

const PAPER = {
  title: (number: number) => `Payout statement ${number}`,
  affiliate: 'Affiliate',
  period: 'Period',
  days: (from: string, to: string) => `${from} to ${to} (New York days)`,
  state: 'Status',
  states: {
    draft: 'Draft, not approved',
    approved: 'Approved',
    paid: 'Paid',
    discarded: 'Discarded',
  } satisfies Record<PayoutStatement['state'], string>,
  made: 'Created',
  approved: 'Approved',
  paid: 'Paid',
  reference: 'Payment reference',
  payouts: 'Payouts',
  events: { registration: 'Registrations', lead: 'Leads', sale: 'Sales' } as Readonly<Record<string, string>>,
  line: (sum: string, conversions: number, takenBack: number) =>
    [
      sum,
      count(conversions, 'conversion', 'conversions'),
      ...(takenBack > 0 ? [count(takenBack, 'amount taken back', 'amounts taken back')] : []),
    ].join(' · '),
  total: (sum: string) => `Total: ${sum}`,
  about:
    'All amounts are in US dollars. A statement has everything that became payable by its last day and was in no earlier statement, including what was taken back because of returns.',
  foot: (title: string, page: number, pages: number) => `${title}, page ${page} of ${pages}`,
} as const
