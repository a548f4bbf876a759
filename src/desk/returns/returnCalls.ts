import type {
  AmountCorrected,
  CheckStatement,
  EntryReversed,
  FileColumns,
  NamedColumns,
  ReturnByHand,
  ReturnedByHand,
  ReturnList,
  ReturnsFile,
  ReturnsFileAnswer,
  SaleChanged,
  StatementPart,
} from '../../../schemas/desk/returns.ts'
import { readJsonLines } from '../../operator/loading/jsonLines.ts'
import { streamFailure, type OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { CSV, type ListQuery } from '../list/useList.ts'

export type ReturnCalls = ReturnType<typeof returnCalls>

/** Timeout: files of thousands of lines take longer than a report. */
const FILE_MS = 180_000

export type SaleCalls = ReturnType<typeof saleCalls>

/** Calls that change a sale by an entry of its own. */
export function saleCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
    takeBack: (data: ReturnByHand) =>
      inside<ReturnedByHand>({ method: 'post', url: '/desk/returns/book', data }),
    correct: (data: AmountCorrected) =>
      inside<SaleChanged>({ method: 'post', url: '/desk/returns/amount', data }),
    reverse: (data: EntryReversed) =>
      inside<SaleChanged>({ method: 'post', url: '/desk/returns/reverse', data }),
  }
}

/** Calls about returns and statements. */
export function returnCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
    ...saleCalls({ inside }),
    csv: (data: ListQuery, seesPersons: boolean) =>
      inside<Blob>({
        method: 'post',
        url: seesPersons ? '/desk/returns/csv/persons' : '/desk/returns/csv',
        data,
        ...CSV,
      }).catch(streamFailure),
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<ReturnList>({ method: 'post', url: '/desk/returns', data, signal }),
    file: (data: ReturnsFile) =>
      inside<ReturnsFileAnswer>({ method: 'post', url: '/desk/returns/file', data, timeout: FILE_MS }),
    columns: (data: FileColumns) =>
      inside<NamedColumns>({
        method: 'post',
        url: '/desk/returns/columns',
        data,
        timeout: FILE_MS,
      }),
    /** Passes on each part of the response as it arrives. */
    statement: async (data: CheckStatement, onPart: (part: StatementPart) => void, signal: AbortSignal) => {
      const stream = await inside<ReadableStream<Uint8Array<ArrayBuffer>>>({
        method: 'post',
        url: '/desk/returns/statement',
        data,
        signal,
        timeout: FILE_MS,
        adapter: 'fetch',
        responseType: 'stream',
      }).catch(streamFailure)
      await readJsonLines<StatementPart>(stream, onPart)
    },
  }
}
