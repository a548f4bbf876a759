import type {
  BuyerList,
  KnownBuyer,
  LastWeek,
  RemoveBuyer,
  SaveBuyer,
  TestBuyer,
  TestedBuyer,
  TurnedAway,
} from '../../../schemas/desk/buyers.ts'
import type { Scorecard } from '../../../schemas/desk/scorecard.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'

/** Calls about buyers. */
export function buyerCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer>(url: string, data: object, timeout?: number) =>
    inside<Answer>({ method: 'post', url, data, ...(timeout !== undefined && { timeout }) })
  return {
    list: (signal: AbortSignal) => inside<BuyerList>({ url: '/desk/buyers', signal }),
    scorecard: (buyer: string, signal: AbortSignal) =>
      inside<Scorecard>({ url: '/desk/buyers/scorecard', params: { buyer }, signal }),
    save: (data: SaveBuyer) => post<KnownBuyer>('/desk/buyers', data),
    turnedAway: (data: SaveBuyer) => post<TurnedAway>('/desk/buyers/turned-away', data),
    lastWeek: (data: SaveBuyer, signal: AbortSignal) =>
      inside<LastWeek>({ method: 'post', url: '/desk/buyers/last-week', data, signal }),
    remove: (data: RemoveBuyer) => post<void>('/desk/buyers/remove', data),
    test: (data: TestBuyer) => post<TestedBuyer>('/desk/buyers/test', data, TEST_TIMEOUT_MS),
  }
}

/** A test may request the buyer twice, for half a minute each. */
const TEST_TIMEOUT_MS = 65_000
