import type {
  DeliveryList,
  DeliveryOverview,
  ReplayDeliveries,
  ReplayedDeliveries,
} from '../../../schemas/desk/deliveries.ts'
import type { OutgoingList, ReplayOutgoing } from '../../../schemas/desk/outgoing.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import type { ListQuery } from '../list/useList.ts'

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
    outgoing: (data: ListQuery, signal: AbortSignal) =>
      inside<OutgoingList>({ method: 'post', url: '/desk/outgoing', data, signal }),
    replayOutgoing: (data: ReplayOutgoing) =>
      inside<void>({ method: 'post', url: '/desk/outgoing/replay', data }),
  }
}
