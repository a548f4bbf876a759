import type { MadeRequest, NewRequest, RequestList } from '../../../schemas/desk/privacy.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import type { ListQuery } from '../list/useList.ts'

export type PrivacyCalls = ReturnType<typeof privacyCalls>

/** Calls about privacy requests. */
export function privacyCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer>(url: string, data: object) => inside<Answer>({ method: 'post', url, data })
  return {
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<RequestList>({ method: 'post', url: '/desk/privacy', data, signal }),
    add: (made: NewRequest) => post<MadeRequest>('/desk/privacy/add', made),
    answer: (request: number, answer: string) => post<void>('/desk/privacy/answer', { request, answer }),
    forget: (request: number) => post<void>('/desk/privacy/forget', { request }),
  }
}
