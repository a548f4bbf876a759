import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../../../schemas/people/operator.ts'
import { MOST_REVOCATIONS } from '../../../schemas/kernel/revocation.ts'
import { contactIn } from '../../store/nouns/privacy/person.ts'
import type { ListedNotice } from '../../store/nouns/revocations/revocationTypes.ts'
import type { Handlers } from '../calls.ts'
import { ISOLATION, REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { bytesOf } from '../returns/bytesOf.ts'
import { statementProcess } from '../returns/statementProcess.ts'
import { readRevocation, type Reporter } from '../revocations/readRevocation.ts'
import type { FileLine } from '../returns/revocationsFile.ts'
import { nearDeadline } from '../revocations/startEscalating.ts'
import { takeList, type ListLine } from '../revocations/takeList.ts'
import { csvOf } from './csvOf.ts'
import { maskedRequest } from './maskedLead.ts'
import { seesPersons } from './seesPersons.ts'

/** Routes to list, add, and confirm opt-outs. */
export function optOutRoutes({ store, now }: StoreAndClock) {
  const by = ({ session }: FastifyRequest) => session.operator ?? ''
  const audit = (request: FastifyRequest, act: AuditEntry['act'], about: string) =>
    store.audit({ at: now(), operator: by(request), act, about })
  return {
    'POST /api/reports/desk/opt-outs': async ({ body, request }) => {
      const { before, search, from = 0, to = Infinity } = body
      const isOpen = seesPersons(request)
      if (!isOpen && search !== undefined && contactIn(search))
        throw refusal(403, REFUSALS.searchByContact, { field: 'search' })
      if (from > to) throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const found = await store.revocations({
        ...body,
        before: before === undefined ? undefined : Number(before),
        now: now(),
        limit: A_PAGE + 1,
      })
      const data = found.slice(0, A_PAGE)
      const next = found.length > A_PAGE ? String(data.at(-1)!.revocation) : null
      if (!isOpen) return { data: data.map(maskedRequest), next }
      await audit(request, 'see_opt_outs', '')
      return { data, next }
    },

    'GET /api/reports/desk/opt-outs/open': async () => {
      const at = now()
      return { buyers: await store.openNotices(nearDeadline(at), at) }
    },

    'POST /api/reports/desk/opt-outs/csv': async ({ body: { open = false, ...asked }, request, reply }) => {
      if (!seesPersons(request)) throw refusal(403, REFUSALS.exportIsPersonal)
      if ((asked.from ?? 0) > (asked.to ?? Infinity))
        throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const page = async (before: string | undefined) => {
        const rows = await store.noticeList({
          ...asked,
          isOpen: open,
          before: before === undefined ? undefined : Number(before),
          limit: ROWS_AT_ONCE,
        })
        return { rows, next: rows.length < ROWS_AT_ONCE ? null : String(rows.at(-1)!.entry) }
      }
      reply.type('text/csv; charset=utf-8')
      return Readable.from(
        csvOf({
          columns: CSV_COLUMNS,
          page,
          ended: (rows) => audit(request, 'export_persons', `opt-outs ${rows}`),
        }),
      )
    },

    'POST /api/reports/desk/opt-outs/add': async ({ body: { said_at, ...said }, request }) => {
      const at = now()
      const reporter: Reporter = { source: '', channel: 'desk', by: by(request), now: at }
      const time = said_at === undefined ? {} : { said_at: new Date(said_at).toISOString() }
      const read = readRevocation({ ...said, ...time, id: randomUUID() }, reporter)
      if ('problem' in read) throw refusal(422, read.problem, { field: read.field })
      const [taken] = await store.takeRevocations([read.revocation], at)
      await audit(request, 'add_opt_out', '')
      return { notices: taken?.notices ?? 0 }
    },

    'POST /api/reports/desk/opt-outs/file': async ({ body: { name, content }, request }) => {
      const lines = await linesIn({ name, bytes: bytesOf(content) })
      const reporter: Reporter = { source: '', channel: 'file', by: by(request), now: now() }
      const read = lines.map((one): ListLine =>
        'problem' in one ? one : { line: one.line, ...readRevocation(one.said, reporter) },
      )
      const answer = { lines: 0, taken: 0, known: 0, wrong: 0, notices: 0 }
      const problems: { line: number; field: string; problem: string }[] = []
      for await (const part of takeList(store, read, now)) {
        if ('ended' in part) {
          const { ended: _, ...sums } = part
          Object.assign(answer, sums)
        } else if ('problem' in part && problems.length < MOST_PROBLEMS) problems.push(part)
      }
      await audit(request, 'add_opt_outs', `${answer.taken} of ${answer.lines} lines`)
      return { ...answer, problems: problems.toSorted((a, b) => a.line - b.line) }
    },

    'POST /api/reports/desk/opt-outs/confirm': async ({ body: { notices }, request }) => {
      const confirmed = await store.acknowledgeNotices(notices, by(request), now())
      if (confirmed === 0) throw refusal(409, REFUSALS.noticesConfirmed, { field: 'notices' })
      await audit(request, 'confirm_opt_outs', notices.join(', ').slice(0, MOST_ABOUT))
    },

    'POST /api/reports/desk/opt-outs/send-again': async ({ body: { notice }, request }) => {
      if (!(await store.replayNotice(notice, now())))
        throw refusal(409, REFUSALS.noticeNotAgain, { field: 'notice' })
      await audit(request, 'send_opt_out', String(notice))
    },
  } satisfies Partial<Handlers>

  async function linesIn(file: { name: string; bytes: Buffer }): Promise<FileLine[]> {
    const lines: FileLine[] = []
    for await (const message of statementProcess(store, { task: 'revocations', file })) {
      if ('failed' in message) throw refusal(422, message.failed || ISOLATION.unread, { field: 'content' })
      if ('revocations' in message) lines.push(...message.revocations)
    }
    if (lines.length > MOST_REVOCATIONS) return lines.slice(0, MOST_REVOCATIONS + 1)
    return lines
  }
}

const A_PAGE = 50
const ROWS_AT_ONCE = 200
const MOST_PROBLEMS = 1000
const MOST_ABOUT = 200

const time = (at: number | null) => at && new Date(at).toISOString()

const CSV_COLUMNS: Record<string, (row: ListedNotice) => string | number | null> = {
  opt_out: ({ revocation }) => revocation,
  buyer: ({ buyer }) => buyer,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  lead: ({ key }) => key,
  buyer_id: ({ external_id }) => external_id,
  said: ({ said }) => said,
  said_at: ({ said_at }) => time(said_at),
  received_at: ({ at }) => time(at),
  deadline: ({ deadline }) => time(deadline),
  state: ({ state }) => state,
  confirmed_at: ({ acknowledged_at }) => time(acknowledged_at),
  confirmed_by: ({ acknowledged_by }) => acknowledged_by,
}
