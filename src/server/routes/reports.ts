import { REPORTS, type ReportName } from '../../../schemas/reports.ts'
import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'
import { refusal } from '../problem.ts'
import { maskedIp } from '../reports/mask.ts'

type ReportCall = `GET /api/reports/${ReportName}`

export function reports({ store, now }: Context) {
  const handlers = Object.keys(REPORTS).map((name) => [
    `GET /api/reports/${name}`,
    async ({ query }: { query: RangeOf }) => ({ data: await store.report(name as ReportName, range(query)) }),
  ])
  return {
    'GET /api/reports/paths': async () => ({ data: await store.paths() }),
    'GET /api/reports/behind/visitors': async ({ query, request: { session } }) => {
      const { rows, next } = await store.behind('visitors', inOrder(query))
      if (session.role !== 'admin')
        return { data: rows.map((row) => ({ ...row, ip: maskedIp(row.ip) })), next }
      await store.audit({
        at: now(),
        operator: session.operator ?? '',
        act: 'see_visitors',
        about: query.path ?? '',
      })
      return { data: rows, next }
    },
    'GET /api/reports/behind/sales': async ({ query }) => {
      const { rows, next } = await store.behind('sales', inOrder(query))
      return { data: rows, next }
    },
    ...(Object.fromEntries(handlers) as Pick<Handlers, ReportCall>),
  } satisfies Partial<Handlers>
}

/** A report's query: of one path, or of all. */
type RangeOf = { path: string; from: number; to: number } | { start: number; end: number }

function range(query: RangeOf): { path: string | null; from: number; to: number } {
  const asked = 'path' in query ? query : { path: null, from: query.start, to: query.end }
  return inOrder(asked, 'path' in query ? 'from' : 'start')
}

function inOrder<Asked extends { from: number; to: number }>(asked: Asked, field = 'from'): Asked {
  if (asked.from > asked.to) throw refusal(400, 'From must be before To.', { field })
  return asked
}
