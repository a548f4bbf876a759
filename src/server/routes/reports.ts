import { REPORTS, type ReportName } from '../../../schemas/reports.ts'
import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'
import { refusal } from '../problem.ts'

type ReportCall = `GET /api/reports/${ReportName}`

export function reports({ store }: Context) {
  const handlers = Object.keys(REPORTS).map((name) => [
    `GET /api/reports/${name}`,
    async ({ query }: { query: RangeOf }) => ({ data: await store.report(name as ReportName, range(query)) }),
  ])
  return {
    'GET /api/reports/paths': async () => ({ data: await store.paths() }),
    ...(Object.fromEntries(handlers) as Pick<Handlers, ReportCall>),
  } satisfies Partial<Handlers>
}

/** A report's query: of one path, or of all. */
type RangeOf = { path: string; from: number; to: number } | { start: number; end: number }

function range(query: RangeOf): { path: string | null; from: number; to: number } {
  const asked = 'path' in query ? query : { path: null, from: query.start, to: query.end }
  if (asked.from > asked.to)
    throw refusal(400, 'From must be before To.', { field: 'path' in query ? 'from' : 'start' })
  return asked
}
