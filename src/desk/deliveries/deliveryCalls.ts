import type {
  DeliveryList,
  DeliveryOverview,
  ReplayDeliveries,
  ReplayedDeliveries,
} from '../../../schemas/desk/deliveries.ts'
import type { OperatorCalls } from '../../stats/login/operatorCalls.ts'
import type { ListQuery } from '../list/useList.ts'

/** What is asked about deliveries. */
export function deliveryCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
    list: (data: ListQuery, signal: AbortSignal) =>
      inside<DeliveryList>({ method: 'post', url: '/desk/deliveries', data, signal }),
    overview: (params: ListQuery, signal: AbortSignal) =>
      inside<DeliveryOverview>({ url: '/desk/deliveries/overview', params, signal }),
    replay: (data: ReplayDeliveries) =>
      inside<ReplayedDeliveries>({ method: 'post', url: '/desk/deliveries/replay', data }),
  }
}
