import type { FastifyRequest } from 'fastify'
import {
  REPORTS,
  type BehindName,
  type BehindQuery,
  type BehindRow,
  type ReportName,
} from '../../../schemas/reports.ts'
import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'
import { refusal } from '../problem.ts'
import { maskedIp } from '../reports/mask.ts'

type ReportCall = `GET /api/reports/${ReportName}`

export function reports({ store, now }: Context) {
  /** Single visitors: viewers see addresses masked, and the audit log tells of everybody else. */
  async function seen<N extends 'visitors' | 'steps'>(
    name: N,
    question: BehindQuery[N],
    { session }: FastifyRequest,
  ): Promise<{ data: BehindRow<N>[]; next: string | null }> {
    const { rows, next } = await store.behind(name, wellPut(question))
    if (session.role !== 'admin') return { data: rows.map((row) => ({ ...row, ip: maskedIp(row.ip) })), next }
    await store.audit({
      at: now(),
      operator: session.operator ?? '',
      act: 'see_visitors',
      about: question.path ?? '',
    })
    return { data: rows, next }
  }
  const handlers = Object.keys(REPORTS).map((name) => [
    `GET /api/reports/${name}`,
    async ({ query }: { query: RangeOf }) => ({ data: await store.report(name as ReportName, range(query)) }),
  ])
  return {
    'GET /api/reports/paths': async () => ({ data: await store.paths() }),
    'POST /api/reports/behind/visitors': ({ body, request }) => seen('visitors', body, request),
    'POST /api/reports/behind/steps': ({ body, request }) => seen('steps', body, request),
    'POST /api/reports/behind/sales': async ({ body }) => {
      const { rows, next } = await store.behind('sales', wellPut(body))
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

/** A question about single rows, each of whose tuples has a value for every word. */
function wellPut<Asked extends BehindQuery[BehindName]>(question: Asked): Asked {
  const { words, rows } = question.among ?? { words: [], rows: [] }
  if (rows.some((row) => row.length !== words.length))
    throw refusal(400, 'Every row of among has a value for each of its words.', { field: 'among' })
  return inOrder(question)
}
