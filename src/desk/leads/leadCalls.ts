import type { LeadList } from '../../../schemas/desk/leads.ts'
import type { Proof } from '../../../schemas/desk/proof.ts'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { streamFailure, type OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { CSV, type ListQuery } from '../list/useList.ts'
import { saleCalls } from '../returns/returnCalls.ts'

/** Calls about leads. */
export function leadCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<LeadList>({ method: 'post', url: '/desk/leads', data, signal }),
    csv: (data: ListQuery, seesPersons: boolean) =>
      inside<Blob>({
        method: 'post',
        url: seesPersons ? '/desk/leads/csv/persons' : '/desk/leads/csv',
        data,
        ...CSV,
      }).catch(streamFailure),
    one: (uuid: string, signal: AbortSignal) =>
      inside<OneLead>({ url: '/desk/lead', params: { uuid }, signal }),
    proof: async (uuid: string) => {
      const proof = await inside<Proof>({ url: '/desk/lead/proof', params: { uuid } })
      return new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' })
    },
    ...saleCalls({ inside }),
    proofPdf: (uuid: string) =>
      inside<Blob>({ url: '/desk/lead/proof.pdf', params: { uuid }, responseType: 'blob' }).catch(
        streamFailure,
      ),
  }
}
