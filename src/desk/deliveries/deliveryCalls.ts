import type {
  DeliveryList,
  DeliveryOverview,
  ReplayableCount,
  ReplayDeliveries,
  ReplayedDeliveries,
  ReplayProgress,
} from '../../../schemas/desk/deliveries.ts'
import type { OutgoingList, ReplayOutgoing } from '../../../schemas/desk/outgoing.ts'
import { readJsonLines } from '../../operator/loading/jsonLines.ts'
import { streamFailure, type OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { CSV, type ListQuery } from '../list/useList.ts'

export type DeliveryCalls = ReturnType<typeof deliveryCalls>

/** Calls about deliveries. */
export function deliveryCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<DeliveryList>({ method: 'post', url: '/desk/deliveries', data, signal }),
    overview: (params: ListQuery, signal: AbortSignal) =>
      inside<DeliveryOverview>({ url: '/desk/deliveries/overview', params, signal }),
    replay: (data: ReplayDeliveries) =>
      inside<ReplayedDeliveries>({ method: 'post', url: '/desk/deliveries/replay', data }),
    csv: (data: ListQuery) =>
      inside<Blob>({ method: 'post', url: '/desk/deliveries/csv', data, ...CSV }).catch(streamFailure),
    replayable: (data: ListQuery, signal: AbortSignal) =>
      inside<ReplayableCount>({ method: 'post', url: '/desk/deliveries/replayable', data, signal }),
    /** Passes on how far it came; ends when `signal` does. */
    replayMatching: async (
      data: { query: ListQuery; force: boolean },
      onProgress: (progress: ReplayProgress) => void,
      signal: AbortSignal,
    ) => {
      const stream = await inside<ReadableStream<Uint8Array<ArrayBuffer>>>({
        method: 'post',
        url: '/desk/deliveries/replay-matching',
        data: { ...data.query, force: data.force },
        signal,
        timeout: 0,
        adapter: 'fetch',
        responseType: 'stream',
      }).catch(streamFailure)
      await readJsonLines<ReplayProgress>(stream, onProgress)
    },
    outgoing: (data: ListQuery, signal: AbortSignal) =>
      inside<OutgoingList>({ method: 'post', url: '/desk/outgoing', data, signal }),
    replayOutgoing: (data: ReplayOutgoing) =>
      inside<void>({ method: 'post', url: '/desk/outgoing/replay', data }),
  }
}
