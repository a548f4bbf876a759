import type {
  SettleBook,
  SettleKept,
  SettleList,
  SettleStatement,
  SettleStory,
  SettleSums,
} from '../../../schemas/desk/settle.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import type { ListQuery } from '../list/useList.ts'

export type SettleCalls = ReturnType<typeof settleCalls>

/** Calls about money in doubt. */
export function settleCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer = void>(path: string, data: object) =>
    inside<Answer>({ method: 'post', url: `/desk/settle${path}`, data })
  return {
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<SettleList>({ method: 'post', url: '/desk/settle', data, signal }),
    sum: (signal: AbortSignal) => inside<SettleSums>({ url: '/desk/settle/sum', signal }),
    story: (entry: number, signal: AbortSignal) =>
      inside<SettleStory>({ url: '/desk/settle/entry', params: { entry }, signal }),
    book: (data: SettleBook) => post('/book', data),
    dismiss: (entry: number) => post('/dismiss', { entry }),
    ask: (entry: number, asked: boolean) => post('/ask', { entry, asked }),
    undo: (entry: number) => post('/undo', { entry }),
    keepLines: (data: SettleStatement) => post<SettleKept>('/statement', data),
  }
}
