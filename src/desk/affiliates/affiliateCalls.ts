import type {
  AffiliateBalance,
  NewPayoutRule,
  NewStatement,
  PayoutList,
  PayoutRule,
  PayoutStatement,
} from '../../../schemas/desk/payouts.ts'
import type { NewPostback, PostbackList, TestedPostback } from '../../../schemas/desk/postbacks.ts'
import type { Postback } from '../../../schemas/outgoing/postback.ts'
import { streamFailure, type OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { CSV, type ListQuery } from '../list/useList.ts'

export type AffiliateCalls = ReturnType<typeof affiliateCalls>

/** Calls about payouts and postbacks to affiliates. */
export function affiliateCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer>(url: string, data: object) =>
    inside<Answer>({ method: 'post', url: `/desk/${url}`, data })
  const listOf = async <Row>(url: string, signal: AbortSignal) =>
    (await inside<{ data: Row[] }>({ url: `/desk/${url}`, signal })).data
  return {
    rules: (signal: AbortSignal) => listOf<PayoutRule>('payouts/rules', signal),
    addRule: (rule: NewPayoutRule & { replaces?: number }) => post<{ rule: number }>('payouts/rules', rule),
    endRule: (rule: number) => post<void>('payouts/rules/end', { rule }),
    balances: (signal: AbortSignal) => listOf<AffiliateBalance>('payouts/balances', signal),
    payouts: (data: ListQuery, signal: AbortSignal) =>
      inside<PayoutList>({ method: 'post', url: '/desk/payouts', data, signal }),
    payoutsCsv: (data: ListQuery) =>
      inside<Blob>({ method: 'post', url: '/desk/payouts/csv', data, ...CSV }).catch(streamFailure),
    statements: (signal: AbortSignal) => listOf<PayoutStatement>('payouts/statements', signal),
    addStatement: (wanted: NewStatement) => post<{ statement: number }>('payouts/statements', wanted),
    approve: (statement: number) => post<void>('payouts/statements/approve', { statement }),
    pay: (statement: number, reference: string) =>
      post<void>('payouts/statements/pay', { statement, reference }),
    discard: (statement: number) => post<void>('payouts/statements/discard', { statement }),
    pdf: (statement: number) =>
      inside<Blob>({
        url: '/desk/payouts/statement.pdf',
        params: { statement },
        responseType: 'blob',
      }).catch(streamFailure),
    postbacks: (signal: AbortSignal) => listOf<Postback>('postbacks', signal),
    addPostback: (wanted: NewPostback) => post<{ name: string }>('postbacks', wanted),
    endPostback: (name: string) => post<void>('postbacks/end', { name }),
    testPostback: (name: string) => post<TestedPostback>('postbacks/test', { name }),
    messages: (data: ListQuery, signal: AbortSignal) =>
      inside<PostbackList>({ method: 'post', url: '/desk/postbacks/messages', data, signal }),
    replay: (entry: number) => post<void>('postbacks/replay', { entry }),
  }
}
