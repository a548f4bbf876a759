import type { FastifyRequest } from 'fastify'
import type { AuditChange } from '../../../schemas/people/operator.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { changedKey, newKey } from '../studio/keyRoutes.ts'
import { digestOf } from '../kernel/digests.ts'
import { forSites } from './accessWords.ts'

/** Routes for admins to make, list, and revoke the keys with which programs read reports. */
export function reportKeys({ store, now, random }: StoreAndClock & { random: Random }) {
  const note = (
    { session }: FastifyRequest,
    act: 'make_report_key' | 'revoke_report_key',
    { about, changes }: { about: string; changes: AuditChange[] },
  ) => store.audit({ at: now(), operator: session.operator ?? '', act, about }, changes)

  return {
    'GET /api/reports/people/report-keys': async () => ({ data: await store.reportKeys() }),

    'POST /api/reports/people/report-keys': async ({ body: { name, sites, expires_at }, request }) => {
      if (expires_at !== null && expires_at <= now())
        throw refusal(422, REFUSALS.keyExpired, { field: 'expires_at' })
      const key = newKey(random)
      const made = { name, sites, expires_at, made_by: request.session.operator ?? '', made_at: now() }
      if (!(await store.addReportKey(digestOf(key), made)))
        throw refusal(409, REFUSALS.keyNameTaken(name), { field: 'name' })
      await note(request, 'make_report_key', {
        about: forSites(name, sites),
        changes: changedKey(null, made),
      })
      return { key, made: { ...made, seen_at: null, revoked_at: null } }
    },

    'POST /api/reports/people/report-keys/revoke': async ({ body: { name }, request }) => {
      const before = (await store.reportKeys()).find((key) => key.name === name) ?? null
      if (!(await store.revokeReportKey(name, now())))
        throw refusal(404, REFUSALS.noKey(name), { field: 'name' })
      await note(request, 'revoke_report_key', { about: name, changes: changedKey(before, null) })
    },
  } satisfies Partial<Handlers>
}
