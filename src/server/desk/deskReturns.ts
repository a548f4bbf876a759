import type { ChangeVerdict } from '../../store/nouns/sales/saleTypes.ts'
import type { FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  CheckStatement,
  FileKind,
  NamedColumns,
  ReturnsFile,
  StatementPart,
  SaleChanged,
} from '../../../schemas/desk/returns.ts'
import { ISOLATION, REFUSALS } from '../../texts/callRefusals.ts'
import { RETURN_REFUSALS } from '../../texts/desk/returnRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { dollars } from '../kernel/cents.ts'
import { statementProcess } from '../returns/statementProcess.ts'
import type { StatementMessage } from '../returns/statementTasks.ts'
import { takeBackLines } from '../returns/takeBackLines.ts'
import { sitesAsked } from '../operators/ownSites.ts'
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
  /** Names of the sale that a delivery led to. */
  async function saleOf(delivery: number, request: FastifyRequest) {
    const { buyer: source, key } = await sentBy(delivery, request)
    const { sale } = await store.judgeReturn({ source, external_id: null, key, cents: null, at: now() })
    if (!sale) throw refusal(409, RETURN_REFUSALS.notSold, { field: 'delivery' })
    return { source, external_id: sale.external_id }
  }
  return {
    'POST /api/reports/desk/returns': async ({ body: { path, ...body }, request }) => {
      if ((body.from ?? 0) > (body.to ?? Infinity))
        throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const page = await store.returnList({ ...body, sites: sitesAsked(request, path) })
      if (seesPersons(request)) return page
      return { ...page, data: page.data.map((row) => ({ ...row, words: '' })) }
    },

    'POST /api/reports/desk/returns/book': async ({ body, request }) => {
      const { delivery, cents = null, left, reason, words = '' } = body
      const sent = await sentBy(delivery, request)
      const report = {
        source: sent.buyer,
        external_id: null,
        key: sent.key,
        cents,
        at: now(),
        ...(left !== undefined && { leftSeen: left }),
      }
      // A manual return of an unsold lead is refused, not kept until a sale.
      const judged = await store.judgeReturn(report)
      if (!judged.sale) throw refusal(409, RETURN_REFUSALS.notSold, { field: 'delivery' })
      const note = { reason, words: words.trim(), by: by(request) }
      const returned = await store.returnSale({ ...report, note })
      const { outcome, sale } = returned
      if (outcome !== 'returned')
        throw refusal(409, returned.reason ?? RETURN_REFUSALS.returnedBefore, { field: 'delivery' })
      const about = `${sent.buyer} ${sale!.external_id}: ${reason}, ${dollars(returned.cents)}`
      await store.audit({ at: now(), operator: by(request), act: 'book_return', about })
      return { cents: returned.cents }
    },

    'POST /api/reports/desk/returns/amount': async ({ body: { delivery, cents, words }, request }) => {
      const named = await saleOf(delivery, request)
      const note = { words: words.trim(), by: by(request) }
      const changed = bookedOr409(await store.adjustSale({ ...named, cents, note, at: now() }))
      const about = `${named.source} ${named.external_id}: ${dollars(cents)}, by ${dollars(changed.cents)}`
      await store.audit({ at: now(), operator: by(request), act: 'correct_amount', about })
      return changed
    },

    'POST /api/reports/desk/returns/reverse': async ({ body: { delivery, entry, words }, request }) => {
      const named = await saleOf(delivery, request)
      const note = { words: words.trim(), by: by(request) }
      const changed = bookedOr409(await store.reverseEntry({ ...named, entry, note, at: now() }))
      const about = `${named.source} ${named.external_id}: entry ${entry}, ${dollars(changed.cents)}`
      await store.audit({ at: now(), operator: by(request), act: 'reverse_entry', about })
      return changed
    },

    'POST /api/reports/desk/returns/file': async ({ body, request }) => {
      const { buyer, apply, columns } = body
      await known(buyer)
      const { returns: read, notes } = await returnsIn(body)
      await keepColumns('returns', buyer, columns)
      const note = { reason: 'file' as const, words: '', by: by(request) }
      const taken = await takeBackLines(store, { buyer, lines: read, apply, note, at: now() })
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

function bytesOf(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  // Node ignores characters that aren't base64.
  if (bytes.length < Math.floor((content.replace(/=+$/, '').length * 3) / 4))
    throw refusal(422, RETURN_REFUSALS.noBase64, { field: 'content' })
  return bytes
}
