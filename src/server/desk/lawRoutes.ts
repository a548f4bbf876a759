import type { FastifyRequest } from 'fastify'
import { LAW_RULES } from '../../author/law/lawRules.ts'
import type { Handlers } from '../calls.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'

/** Routes for admins to list legal rules that are off, and to turn them off and on. */
export function lawRoutes({ store, now }: StoreAndClock) {
  const operatorOf = ({ session }: FastifyRequest) => session.operator ?? ''

  return {
    'GET /api/reports/desk/law': async () => ({ data: await store.lawsOff() }),

    'POST /api/reports/desk/law/off': async ({ body: { rule, reason }, request }) => {
      if (!LAW_RULES.some(({ id }) => id === rule))
        throw refusal(404, REFUSALS.noLawRule(rule), { field: 'rule' })
      const off = { rule, reason, off_by: operatorOf(request), off_at: now() }
      if (!(await store.turnLawOff(off))) throw refusal(409, REFUSALS.lawRuleOff(rule), { field: 'rule' })
      return off
    },

    'POST /api/reports/desk/law/on': async ({ body: { rule }, request }) => {
      if (!(await store.turnLawOn(rule, { by: operatorOf(request), at: now() })))
        throw refusal(404, REFUSALS.lawRuleOn(rule), { field: 'rule' })
    },
  } satisfies Partial<Handlers>
}
