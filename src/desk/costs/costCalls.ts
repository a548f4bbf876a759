import type {
  CostFile,
  CostFilePart,
  CostImports,
  CostSummary,
  NamedCostColumns,
  RatesFile,
  RatesRead,
} from '../../../schemas/desk/costs.ts'
import { readJsonLines } from '../../operator/loading/jsonLines.ts'
import { streamFailure, type OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { COSTS } from './costScreen.ts'

export type CostCalls = ReturnType<typeof costCalls>

/** Timeout: files of many lines take longer than a report. */
const FILE_MS = 180_000

/** Calls about costs. */
export function costCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer>(url: string, data: object) =>
    inside<Answer>({ method: 'post', url: `/desk/costs${url}`, data, timeout: FILE_MS })
  return {
    paths: async (signal: AbortSignal) => (await inside<{ data: string[] }>({ url: '/paths', signal })).data,
    imports: async (signal: AbortSignal) =>
      (await inside<CostImports>({ method: 'post', url: '/desk/costs', data: {}, signal })).data,
    undo: (number: number) => post<void>('/undo', { import: number }),
    columns: (data: { name: string; content: string }) => post<NamedCostColumns>('/columns', data),
    rates: (data: RatesFile) => post<RatesRead>('/rates', data),
    /** Passes on the progress as it arrives, and resolves to the result. */
    file: async (data: CostFile, onProgress: (progress: Progress) => void): Promise<CostSummary> => {
      const stream = await inside<ReadableStream<Uint8Array<ArrayBuffer>>>({
        method: 'post',
        url: '/desk/costs/file',
        data,
        timeout: FILE_MS,
        adapter: 'fetch',
        responseType: 'stream',
      }).catch(streamFailure)
      const ended: CostSummary[] = []
      await readJsonLines<CostFilePart>(stream, (part) => {
        if ('failed' in part) throw new Error(part.failed)
        if ('ended' in part) ended.push(part.ended)
        else onProgress(part)
      })
      if (!ended[0]) throw new Error(COSTS.cut)
      return ended[0]
    },
  }
}

export type Progress = Extract<CostFilePart, { done: number }>
