import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { PayoutLine, PayoutsAsked } from '../../../schemas/desk/payouts.ts'
import type { StatementStep } from '../../store/nouns/payouts/statements.ts'
import { newYorkDate, newYorkDay, newYorkStart } from '../../time/newYorkDay.ts'
import type { Handlers } from '../calls.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import type { Settings } from '../settings/settings.ts'
import { csvOf } from './csvOf.ts'
import { PAYOUT_REFUSALS, wrongTerms } from './payoutRefusals.ts'

/** Routes about payouts to affiliates: rules, the ledger and statements. */
export function payoutRoutes({ store, settings, now }: StoreAndClock & { settings: Settings }) {
  const byOf = ({ session }: FastifyRequest) => ({ by: session.operator ?? '', at: now() })
  const pageOf = async (asked: PayoutsAsked, limit: number) => {
    if ((asked.from ?? 0) > (asked.to ?? Infinity))
      throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
    const data = await store.payoutList(asked, limit + 1)
    const next = data.length > limit ? String(data[limit - 1]!.entry) : null
    return { data: data.slice(0, limit), next }
  }
  const settled = (statement: number, step: StatementStep) => {
    if (step === 'unknown') throw refusal(404, PAYOUT_REFUSALS.noStatement(statement), { field: 'statement' })
    if (step === 'state') throw refusal(409, PAYOUT_REFUSALS.otherState(statement), { field: 'statement' })
    if (step === 'negative') throw refusal(409, PAYOUT_REFUSALS.notAboveZero, { field: 'statement' })
  }

  return {
    'GET /api/reports/desk/payouts/rules': async () => ({ data: await store.payoutRules() }),

    'POST /api/reports/desk/payouts/rules': async ({ body: { replaces, ...rule }, request }) => {
      const wrong = wrongTerms(rule)
      if (wrong) throw refusal(422, wrong.sentence, { field: wrong.field })
      const added = await store.addPayoutRule(rule, { ...byOf(request), replaces })
      if (added === null) throw refusal(409, PAYOUT_REFUSALS.notReplaced(replaces!), { field: 'replaces' })
      if ('overlaps' in added)
        throw refusal(409, PAYOUT_REFUSALS.overlaps(added.overlaps), { field: 'offer' })
      return added
    },

    'POST /api/reports/desk/payouts/rules/end': async ({ body: { rule }, request }) => {
      if (!(await store.endPayoutRule(rule, byOf(request))))
        throw refusal(404, PAYOUT_REFUSALS.noRule(rule), { field: 'rule' })
    },

    'GET /api/reports/desk/payouts/balances': async () => ({
      data: await store.affiliateBalances(newYorkDay(now()) - 1),
    }),

    'POST /api/reports/desk/payouts': ({ body }) => pageOf(body, A_PAGE),

    'POST /api/reports/desk/payouts/csv': async ({ body, request, reply }) => {
      const { before: _, ...asked } = body
      const page = async (before?: string) => {
        const { data, next } = await pageOf(
          { ...asked, ...(before !== undefined && { before }) },
          ROWS_AT_ONCE,
        )
        return { rows: data, next }
      }
      const first = await page()
      const { by: operator, at } = byOf(request)
      const words = Object.entries(asked).map(([name, value]) => `${name} ${value}`)
      reply.type('text/csv; charset=utf-8')
      return Readable.from(
        csvOf({
          columns: CSV_COLUMNS,
          page: async (before) => (before === undefined ? first : page(before)),
          ended: (rows) =>
            store.audit({
              at,
              operator,
              act: 'export_list',
              about: `${rows} payouts: ${words.join(', ') || 'all'}`,
            }),
        }),
      )
    },

    'GET /api/reports/desk/payouts/statements': async () => ({ data: await store.payoutStatements() }),

    'POST /api/reports/desk/payouts/statements': async ({ body, request }) => {
      const { aff_id, from_day, to_day } = body
      for (const [field, day] of Object.entries({ from_day, to_day }))
        if (Number.isNaN(newYorkStart(day))) throw refusal(422, PAYOUT_REFUSALS.noDay(day), { field })
      if (from_day > to_day) throw refusal(422, PAYOUT_REFUSALS.daysBackwards, { field: 'from_day' })
      if (to_day >= newYorkDate(now()))
        throw refusal(422, PAYOUT_REFUSALS.notOver(to_day), { field: 'to_day' })
      const made = await store.makeStatement(body, byOf(request))
      if (!made) throw refusal(409, PAYOUT_REFUSALS.nothingPayable(aff_id, to_day), { field: 'aff_id' })
      return made
    },

    'POST /api/reports/desk/payouts/statements/approve': async ({ body: { statement }, request }) =>
      settled(statement, await store.approveStatement(statement, byOf(request))),

    'POST /api/reports/desk/payouts/statements/pay': async ({ body: { statement, reference }, request }) =>
      settled(statement, await store.payStatement(statement, reference, byOf(request))),

    'POST /api/reports/desk/payouts/statements/discard': async ({ body: { statement }, request }) =>
      settled(statement, await store.discardStatement(statement, byOf(request))),

    'GET /api/reports/desk/payouts/statement.pdf': async ({ query: { statement }, reply }) => {
      const known = await store.payoutStatement(statement)
      if (!known || known.state === 'discarded')
        throw refusal(404, PAYOUT_REFUSALS.noStatement(statement), { field: 'statement' })
      const sums = await store.statementSums(statement)
      reply.type('application/pdf')
      reply.header('content-disposition', `attachment; filename="statement-${statement}.pdf"`)
      // Loaded on demand, because of its fonts.
      const { statementPdf } = await import('./statementPdf.ts')
      return statementPdf(known, { sums, product: settings.productName })
    },
  } satisfies Partial<Handlers>
}

const A_PAGE = 50
const ROWS_AT_ONCE = 1000

const CSV_COLUMNS: Record<string, (line: PayoutLine) => string | number | null> = {
  entry: ({ entry }) => entry,
  time: ({ at }) => new Date(at).toISOString(),
  payable_from: ({ payable_at }) => newYorkDate(payable_at),
  affiliate: ({ aff_id }) => aff_id,
  sub1: ({ sub1 }) => sub1,
  sub2: ({ sub2 }) => sub2,
  sub3: ({ sub3 }) => sub3,
  path: ({ path }) => path,
  version: ({ version }) => version,
  event: ({ event }) => event,
  offer: ({ offer }) => offer,
  session: ({ session_uuid }) => session_uuid,
  change: ({ is_first }) => (is_first ? '' : 'change'),
  payout: ({ cents }) => (cents / 100).toFixed(2),
  currency: () => 'USD',
  statement: ({ statement }) => statement,
}
