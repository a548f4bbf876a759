import type {
  CheckStatement,
  FileColumns,
  NamedColumns,
  ReturnList,
  ReturnsFile,
  ReturnsFileAnswer,
  StatementPart,
} from '../../../schemas/desk/returns.ts'
import { readJsonLines } from '../../operator/loading/jsonLines.ts'
import { streamFailure, type OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import type { ListQuery } from '../list/useList.ts'

export type ReturnCalls = ReturnType<typeof returnCalls>

/** Timeout: files of thousands of lines take longer than a report. */
const FILE_MS = 180_000

/** Calls about returns and statements. */
export function returnCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
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
