import type { LeadList } from '../../../schemas/desk/leads.ts'
import type { Proof } from '../../../schemas/desk/proof.ts'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import type { OperatorCalls } from '../../stats/login/operatorCalls.ts'
import type { ListQuery } from '../list/useList.ts'

/** What is asked about leads. */
export function leadCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<LeadList>({ method: 'post', url: '/desk/leads', data, signal }),
    one: (uuid: string, signal: AbortSignal) =>
      inside<OneLead>({ url: '/desk/lead', params: { uuid }, signal }),
    proof: (uuid: string) => inside<Proof>({ url: '/desk/lead/proof', params: { uuid } }),
  }
}
