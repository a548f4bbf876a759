import type {
  MadeOptOut,
  NewOptOut,
  OpenOptOuts,
  OptOutFile,
  OptOutFileAnswer,
  OptOutList,
} from '../../../schemas/desk/optOuts.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { CSV, type ListQuery } from '../list/useList.ts'

export type OptOutCalls = ReturnType<typeof optOutCalls>

/** Calls about opt-outs. */
export function optOutCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer>(url: string, data: object) =>
    inside<Answer>({ method: 'post', url: `/desk/opt-outs${url}`, data })
  return {
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<OptOutList>({ method: 'post', url: '/desk/opt-outs', data, signal }),
    open: (signal: AbortSignal) => inside<OpenOptOuts>({ url: '/desk/opt-outs/open', signal }),
    add: (made: NewOptOut) => post<MadeOptOut>('/add', made),
    file: (data: OptOutFile) =>
      inside<OptOutFileAnswer>({ method: 'post', url: '/desk/opt-outs/file', data, timeout: FILE_MS }),
    confirm: (notices: number[]) => post<void>('/confirm', { notices }),
    sendAgain: (notice: number) => post<void>('/send-again', { notice }),
    csv: (data: ListQuery) => inside<Blob>({ method: 'post', url: '/desk/opt-outs/csv', data, ...CSV }),
  }
}

/** A file of 100,000 lines takes minutes. */
const FILE_MS = 1_800_000
