import type { FastifyRequest } from 'fastify'
import { UNDO_MS } from '../../../schemas/kernel/formFieldLimits.ts'
import type { SettleEntry } from '../../../schemas/desk/settle.ts'
import { maskedName, maskedText } from '../../store/kernel/mask.ts'
import type { SettleRow } from '../../store/nouns/settle/settleList.ts'
import { SETTLE_REFUSALS } from './settleRefusals.ts'
import type { Handlers } from '../calls.ts'
import { dollars } from '../kernel/cents.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { nameIn } from '../leads/personName.ts'
import { sitesAsked, sitesOf } from '../operators/ownSites.ts'
import { eventsOfSale, type SaleEventDeps } from '../pixels/pixelEventsOf.ts'
import { seesPersons } from './seesPersons.ts'
import { settleQuestion } from './settleQuestion.ts'

export interface SettleDeps extends StoreAndClock, SaleEventDeps {}

/** Routes for money in doubt: the list, and what operators decide. */
export function settleRoutes(ctx: SettleDeps) {
  const { store, versions, now } = ctx
  const by = ({ session }: FastifyRequest) => session.operator ?? ''
  const note = (request: FastifyRequest, act: Parameters<typeof store.audit>[0]['act'], about: string) =>
    store.audit({ at: now(), operator: by(request), act, about })

  async function shown({ version, lead, place: _place, ...row }: SettleRow, request: FastifyRequest) {
    const flow = version === null ? undefined : (await versions.get(version))?.flow
    const isOpen = seesPersons(request)
    const name = nameIn(lead, flow)
    return {
      ...row,
      name: isOpen ? name : name && maskedName(name),
      // A buyer's words may repeat the data it was sent.
      reason: isOpen ? row.reason : maskedText(row.reason, Object.values(lead).flat()),
    }
  }

  async function found(entry: number, request: FastifyRequest) {
    const one = await store.settleEntry(entry, { sites: sitesOf(request) })
    if (!one) throw refusal(404, SETTLE_REFUSALS.noEntry(entry), { field: 'entry' })
    return one
  }

  return {
    'POST /api/reports/desk/settle': async ({ body: { path, ...asked }, request }) => {
      const sites = sitesAsked(request, path)
      const [{ rows, next }, sums] = await Promise.all([
        store.settleList({ ...asked, sites }),
        store.settleSums({ buyer: asked.buyer, sites }),
      ])
      return { data: await Promise.all(rows.map((row) => shown(row, request))), next, sums }
    },

    'GET /api/reports/desk/settle/sum': async ({ request }) => store.settleSums({ sites: sitesOf(request) }),

    'GET /api/reports/desk/settle/entry': async ({ query: { entry }, request }) => {
      const { row, tries, booked } = await found(entry, request)
      const one = await shown(row, request)
      const typed = Object.values(row.lead).flat()
      const heard = seesPersons(request)
        ? tries
        : tries.map(({ message, at }) => ({ message: maskedText(message, typed), at }))
      return { entry: one, tries: heard, booked, question: settleQuestion(one) }
    },

    'POST /api/reports/desk/settle/book': async ({ body: { entry, cents, as_return }, request }) => {
      const { row } = await found(entry, request)
      const refused = await book(row, { cents, isReturn: as_return ?? false }, request)
      if (refused !== null) throw refusal(409, refused, { field: 'entry' })
      await note(request, 'settle_book', aboutOf(row, cents))
    },

    'POST /api/reports/desk/settle/dismiss': async ({ body: { entry }, request }) => {
      const { row } = await found(entry, request)
      if (!(await store.dismissEntry({ entry, by: by(request), at: now() })))
        throw refusal(404, SETTLE_REFUSALS.noEntry(entry), { field: 'entry' })
      await note(request, 'settle_dismiss', aboutOf(row, Math.abs(row.stake_cents)))
    },

    'POST /api/reports/desk/settle/ask': async ({ body: { entry, asked }, request }) => {
      const { row } = await found(entry, request)
      await store.markAsked({ entry, by: by(request), at: now(), asked })
      if (asked) await note(request, 'settle_ask', aboutOf(row, Math.abs(row.stake_cents)))
    },

    'POST /api/reports/desk/settle/undo': async ({ body: { entry }, request }) => {
      const sites = sitesOf(request)
      if (!(await store.undoDismissal(entry, { sites }))) {
        const since = now() - UNDO_MS - UNDO_GRACE_MS
        const undone = await store.undoBooking({ entry, by: by(request), at: now(), since, sites })
        if (undone.outcome !== 'undone')
          throw refusal(409, undone.reason ?? SETTLE_REFUSALS.noUndo, { field: 'entry' })
      }
      const { row } = await found(entry, request)
      await note(request, 'settle_undo', aboutOf(row, Math.abs(row.stake_cents)))
    },

    'POST /api/reports/desk/settle/statement': async ({ body: { buyer, file, lines }, request }) => {
      if (!(await store.isSource(buyer)))
        throw refusal(422, SETTLE_REFUSALS.unknownBuyer(buyer), { field: 'buyer' })
      const named = lines.map((line) => ({ ...line, reason: `${file}: ${line.reason}` }))
      const kept = await store.keepStatedLines({ source: buyer, lines: named, at: now() })
      const sum = lines.reduce(
        (all, { ours_cents, theirs_cents }) => all + Math.abs(theirs_cents - ours_cents),
        0,
      )
      await note(
        request,
        'settle_statement',
        `${buyer} ${file}: ${kept} of ${lines.length} lines, ${dollars(sum)}`,
      )
      return { kept }
    },
  } satisfies Partial<Handlers>

  /** Books an entry; resolves to the reason if the ledger refuses it. `isReturn`: what the sale is above `cents` is returned, instead of
   *  correcting its price. */
  async function book(
    row: SettleRow,
    { cents, isReturn }: { cents: number; isReturn: boolean },
    request: FastifyRequest,
  ): Promise<string | null> {
    const { entry, kind, session_uuid, offer, returned } = row
    const at = now()
    const isDifference = kind === 'stated' || (kind === 'conflict' && !returned && row.booked_cents !== null)
    const pixelEvents =
      returned || session_uuid === null || offer === null || isDifference
        ? []
        : await eventsOfSale(ctx, session_uuid, offer)
    const events = { pixelEvents, eventsDueAt: at + UNDO_MS + UNDO_GRACE_MS }
    const isUnderOther = kind === 'conflict' && !returned && !isDifference && row.delivery !== null
    if (kind === 'probable' || isUnderOther) {
      const isBooked = await store.bookDelivered({ entry, cents, ...events, by: by(request), at })
      return isBooked ? null : SETTLE_REFUSALS.noEntry(entry)
    }
    const decision = { entry, cents, note: { words: '', by: by(request) }, at }
    const { outcome, reason } = isDifference
      ? await store.bookDifference({ ...decision, isReturn })
      : await store.bookUnbooked({ ...decision, ...events })
    return outcome === 'booked' || outcome === 'known' ? null : (reason ?? SETTLE_REFUSALS.noSale)
  }
}

/** Time that a call to undo may take to arrive. Events of a sale for vendors wait until then. */
const UNDO_GRACE_MS = 5000

function aboutOf({ buyer, external_id, key, kind }: SettleRow | SettleEntry, cents: number): string {
  return `${buyer} ${external_id ?? key ?? ''}: ${kind}, ${dollars(cents)}`
}
