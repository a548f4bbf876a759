import type { AuditPage, LoginSession, MadeInvitation, People } from '../../../schemas/people/people.ts'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { MadeReportKey, ReportKey } from '../../../schemas/people/reportKey.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { ListQuery } from '../list/useList.ts'
import type { Access } from './access.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'

type Inside = OperatorCalls['inside']

/** Calls about people. */
export function peopleCalls(inside: Inside) {
  const post = <Answer = void>(url: string, data: object) => inside<Answer>({ method: 'post', url, data })
  return {
    people: (signal: AbortSignal) => inside<People>({ url: '/people', signal }),
    logins: (signal: AbortSignal) => inside<{ data: LoginSession[] }>({ url: '/people/logins', signal }),
    audit: async (params: ListQuery, signal: AbortSignal) => {
      const { data, next } = await inside<AuditPage>({ url: '/people/audit', params, signal })
      return { data, next: next === null ? null : String(next) }
    },
    paths: (signal: AbortSignal) => inside<{ data: string[] }>({ url: '/paths', signal }),
    webhooks: (signal: AbortSignal) => inside<{ data: Webhook[] }>({ url: '/desk/webhooks', signal }),
    invite: (data: Access & { name: string; email: string | null }) =>
      post<MadeInvitation>('/people/invite', data),
    reset: (name: string, email: string | null) => post<MadeInvitation>('/people/reset', { name, email }),
    withdraw: (name: string) => post('/people/withdraw', { name }),
    changeRole: (data: Access & { name: string }) => post('/people/role', data),
    reportKeys: (signal: AbortSignal) =>
      inside<{ data: ReportKey[] }>({ url: '/people/report-keys', signal }),
    makeReportKey: (data: { name: string; sites: Sites; expires_at: number | null }) =>
      post<MadeReportKey>('/people/report-keys', data),
    revokeReportKey: (name: string) => post('/people/report-keys/revoke', { name }),
    resetCodes: (name: string) => post('/people/second-factor/reset', { name }),
    revoke: (name: string) => post('/people/revoke', { name }),
    endLogin: (id: string) => post('/people/logins/end', { id }),
  }
}
export type PeopleCalls = ReturnType<typeof peopleCalls>
