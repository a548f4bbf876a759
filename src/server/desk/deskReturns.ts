import type { ChangeVerdict } from '../../store/nouns/sales/saleTypes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  BookedReturn,
  CheckStatement,
  FileKind,
  NamedColumns,
  ReturnByHand,
  ReturnsFile,
  ReturnsListed,
  StatementPart,
  SaleChanged,
} from '../../../schemas/desk/returns.ts'
import { ISOLATION, REFUSALS } from '../kernel/callRefusals.ts'
import { RETURN_REFUSALS } from '../returns/returnRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { dollars } from '../kernel/cents.ts'
import { bytesOf } from '../returns/bytesOf.ts'
import { statementProcess } from '../returns/statementProcess.ts'
import type { StatementMessage } from '../returns/statementTasks.ts'
import { bookReturns } from '../returns/bookReturns.ts'
import { isWithin, sitesAsked, sitesOf } from '../operators/ownSites.ts'
import { csvOf } from './csvOf.ts'
import { isOwnDelivery } from './isOwnDelivery.ts'
import { seesPersons } from './seesPersons.ts'

/** Routes for manual and file returns, and for comparing statements with the ledger. */
export function deskReturns({ store, now }: StoreAndClock) {
  const by = ({ session }: FastifyRequest) => session.operator ?? ''
  async function known(buyer: string): Promise<void> {
    if (!(await store.isSource(buyer)))
      throw refusal(422, RETURN_REFUSALS.unknownBuyer(buyer), { field: 'buyer' })
  }
  async function sentBy(delivery: number, request: FastifyRequest) {
    const sent = (await isOwnDelivery(store, delivery, request)) ? await store.delivery(delivery) : null
    if (!sent) throw refusal(404, RETURN_REFUSALS.noDelivery(delivery), { field: 'delivery' })
    return sent
  }
  /** Names by which a report means the sale that an operator means. */
  async function named({ delivery, sale }: SaleNamed, request: FastifyRequest) {
    if (delivery !== undefined) {
      const sent = await sentBy(delivery, request)
      return { source: sent.buyer, external_id: null, key: sent.key }
    }
    if (!sale) throw refusal(400, RETURN_REFUSALS.noName, { field: 'delivery' })
    const names = { source: sale.buyer, external_id: sale.external_id, key: null }
    const judged = await store.judgeReturn({ ...names, cents: null, at: now() })
    const session = judged.sale && (await store.session(judged.sale.session_uuid))
    if (!session || !isWithin(sitesOf(request), session.path))
      throw refusal(404, RETURN_REFUSALS.noSale(sale.external_id), { field: 'sale' })
    return names
  }
  /** The sale in the ledger that an operator means. */
  async function saleOf(body: SaleNamed, request: FastifyRequest) {
    const names = await named(body, request)
    const { sale } = await store.judgeReturn({ ...names, cents: null, at: now() })
    if (!sale) throw refusal(409, RETURN_REFUSALS.notSold, { field: 'delivery' })
    return { source: names.source, external_id: sale.external_id }
  }
  function pageOf(request: FastifyRequest, isOpen: boolean, { path, ...asked }: ReturnsListed) {
    if ((asked.from ?? 0) > (asked.to ?? Infinity))
      throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
    const sites = sitesAsked(request, path)
    return async (more: Pick<ReturnsListed, 'before' | 'limit'> = {}) => {
      const page = await store.returnList({ ...asked, ...more, sites })
      return isOpen ? page : { ...page, data: page.data.map((row) => ({ ...row, words: '' })) }
    }
  }
  async function csv(body: ReturnsListed, request: FastifyRequest, reply: FastifyReply, isOpen: boolean) {
    const { before: _before, limit: _limit, ...asked } = body
    const page = pageOf(request, isOpen, asked)
    // Refusals must come before the response begins.
    const first = await page({ limit: ROWS_AT_ONCE })
    reply.type('text/csv; charset=utf-8')
    return Readable.from(
      csvOf({
        columns: CSV_COLUMNS,
        page: async (before) => {
          const { data: rows, next } =
            before === undefined ? first : await page({ before, limit: ROWS_AT_ONCE })
          return { rows, next }
        },
        ended: (rows) =>
          store.audit({
            at: now(),
            operator: by(request),
            act: isOpen ? 'export_persons' : 'export_list',
            about: `returns ${rows}`,
          }),
      }),
    )
  }
  return {
    'POST /api/reports/desk/returns': async ({ body, request }) =>
      pageOf(request, seesPersons(request), body)(),

    'POST /api/reports/desk/returns/csv': ({ body, request, reply }) => csv(body, request, reply, false),

    'POST /api/reports/desk/returns/csv/persons': ({ body, request, reply }) => {
      if (!seesPersons(request)) throw refusal(403, REFUSALS.exportIsPersonal)
      return csv(body, request, reply, true)
    },

    'POST /api/reports/desk/returns/book': async ({ body, request }) => {
      const { cents = null, left, reason, words = '' } = body
      const names = await named(body, request)
      const report = { ...names, cents, at: now(), ...(left !== undefined && { leftSeen: left }) }
      // A manual return of an unsold lead is refused, not kept until a sale.
      const judged = await store.judgeReturn(report)
      if (!judged.sale) throw refusal(409, RETURN_REFUSALS.notSold, { field: 'delivery' })
      const note = { reason, words: words.trim(), by: by(request) }
      const returned = await store.returnSale({ ...report, note })
      const { outcome, sale } = returned
      if (outcome !== 'returned')
        throw refusal(409, returned.reason ?? RETURN_REFUSALS.returnedBefore, { field: 'delivery' })
      const about = `${names.source} ${sale!.external_id}: ${reason}, ${dollars(returned.cents)}`
      await store.audit({ at: now(), operator: by(request), act: 'book_return', about })
      return { cents: returned.cents }
    },

    'POST /api/reports/desk/returns/amount': async ({ body, request }) => {
      const { cents, words } = body
      const sold = await saleOf(body, request)
      const note = { words: words.trim(), by: by(request) }
      const changed = bookedOr409(await store.adjustSale({ ...sold, cents, note, at: now() }))
      const about = `${sold.source} ${sold.external_id}: ${dollars(cents)}, by ${dollars(changed.cents)}`
      await store.audit({ at: now(), operator: by(request), act: 'correct_amount', about })
      return changed
    },

    'POST /api/reports/desk/returns/reverse': async ({ body, request }) => {
      const { entry, words } = body
      const sold = await saleOf(body, request)
      const note = { words: words.trim(), by: by(request) }
      const changed = bookedOr409(await store.reverseEntry({ ...sold, entry, note, at: now() }))
      const about = `${sold.source} ${sold.external_id}: entry ${entry}, ${dollars(changed.cents)}`
      await store.audit({ at: now(), operator: by(request), act: 'reverse_entry', about })
      return changed
    },

    'POST /api/reports/desk/returns/file': async ({ body, request }) => {
      const { buyer, apply, columns } = body
      await known(buyer)
      const { returns: read, notes } = await returnsIn(body)
      await keepColumns('returns', buyer, columns)
      const note = { reason: 'file' as const, words: '', by: by(request) }
      const taken = await bookReturns(store, { buyer, lines: read, apply, note, at: now() })
      if (taken.applied) {
        const count = taken.lines.filter(({ outcome }) => outcome === 'returned').length
        const about = `${buyer}: ${count} of ${read.length} lines, ${dollars(taken.returned_cents)}`
        await store.audit({ at: now(), operator: by(request), act: 'book_returns', about })
      }
      const lines = taken.lines.map(({ sale, returned_cents, ...line }, index) => ({
        ...line,
        column: read[index]!.column,
        cents: line.outcome === 'returned' ? returned_cents : (sale?.cents ?? null),
      }))
      return { ...taken, lines, notes }
    },

    'POST /api/reports/desk/returns/columns': async ({ body: { name, content, kind } }) => {
      const file = { name, bytes: bytesOf(content) }
      const message = await lastOf(statementProcess(store, { task: 'columns', kind, file }))
      if ('names' in message) return { ...message.names, remembered: await remembered(kind, message.names) }
      throw refusal(422, failureIn(message), { field: 'content' })
    },

    'POST /api/reports/desk/returns/statement': async ({ body, request, reply }) => {
      const { buyer, from, to } = body
      if ((from === undefined) !== (to === undefined))
        throw refusal(422, RETURN_REFUSALS.rangeHalf, { field: 'from' })
      if ((from ?? 0) > (to ?? Infinity)) throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      await known(buyer)
      const bytes = bytesOf(body.content)
      const about = `${buyer} ${hash('sha256', bytes)}`
      const before = await store.statementBefore(about)
      await store.audit({ at: now(), operator: by(request), act: 'check_statement', about })
      await keepColumns('statement', buyer, body.columns)
      const parts = partsOf(body, bytes)
      // Refusals must come before the response begins.
      const first = await parts.next()
      reply.type('application/jsonl')
      return Readable.from(linesOf(first, parts, before))
    },
  } satisfies Partial<Handlers>

  async function returnsIn({ name, content, columns: called }: ReturnsFile) {
    const file = { name, bytes: bytesOf(content) }
    const message = await lastOf(statementProcess(store, { task: 'returns', file, called }))
    if ('returns' in message) return message
    throw refusal(422, failureIn(message), { field: 'content' })
  }
  async function keepColumns(kind: FileKind, buyer: string, columns: ReturnsFile['columns']): Promise<void> {
    if (Object.keys(columns).length > 0)
      await store.keepFileColumns({ buyer, kind, columns: JSON.stringify(columns) })
  }
  async function remembered(kind: FileKind, { names }: Pick<NamedColumns, 'names'>) {
    const kept = (await store.fileColumns(kind)).map(({ buyer, columns }) => ({
      buyer,
      columns: JSON.parse(columns) as ReturnsFile['columns'],
    }))
    return kept.filter(({ columns }) => Object.values(columns).every((name) => names.includes(name)))
  }
  function partsOf({ name, buyer, columns: called, from, to }: CheckStatement, bytes: Buffer) {
    const days = from === undefined || to === undefined ? null : { from, to }
    return statementProcess(store, { task: 'hold', file: { name, bytes }, buyer, called, days })
  }
}

type SaleNamed = Pick<ReturnByHand, 'delivery' | 'sale'>

const ROWS_AT_ONCE = 200

const CSV_COLUMNS: Record<string, (row: BookedReturn) => string | number | null> = {
  booked: ({ at }) => new Date(at).toISOString(),
  kind: ({ kind, reverses }) => (reverses === null ? kind : `${kind} reversed`),
  buyer: ({ buyer }) => buyer,
  id: ({ external_id }) => external_id,
  lead: ({ session_uuid }) => session_uuid,
  offer: ({ offer_name }) => offer_name,
  site: ({ path }) => path,
  reason: ({ reason }) => reason,
  words: ({ words }) => words,
  by: ({ booked_by }) => booked_by,
  change: ({ cents }) => (0 - cents) / 100,
  left: ({ left_cents }) => left_cents / 100,
}

/** The change as an answer. Throws if the ledger didn't allow it. */
function bookedOr409({ outcome, reason, sale, cents }: ChangeVerdict): SaleChanged {
  if (outcome !== 'booked' && outcome !== 'known')
    throw refusal(409, reason ?? RETURN_REFUSALS.notSold, { field: 'delivery' })
  return { cents, left: sale?.left ?? 0 }
}

type Parts = ReturnType<typeof statementProcess>

/** Last message of a process. Reads all of them, so that the process can take another task. */
async function lastOf(parts: Parts): Promise<StatementMessage> {
  let last: StatementMessage = { failed: '' }
  for await (const part of parts) last = part
  return last
}

function failureIn(message: StatementMessage): string {
  return 'failed' in message ? message.failed : ISOLATION.unread
}

type Before = Extract<StatementPart, { sums: unknown }>['before']

async function* linesOf(first: Awaited<ReturnType<Parts['next']>>, parts: Parts, before: Before) {
  try {
    for (let part = first; !part.done; part = await parts.next())
      yield `${JSON.stringify('ended' in part.value ? { ...part.value.ended, before } : part.value)}\n`
  } catch (error) {
    // The status has already been sent, so the last line reports the failure.
    yield `${JSON.stringify({ failed: error instanceof Error && 'statusCode' in error ? error.message : REFUSALS.ourFault })}\n`
  } finally {
    await parts.return(undefined)
  }
}
