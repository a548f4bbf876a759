import type { Flow } from '../../../schemas/flow/flow.ts'

/** Names of the buyers that an offer's lead actions may send to, each once, in the flow's order; with `seller`, only that one's. */
export function buyerNames(
  { ui_config: { offers, buyers = {} } }: Flow,
  offer_key: string,
  seller?: string,
): string[] {
  const actions = offers[offer_key]?.steps.flatMap(({ execute_actions = [] }) => execute_actions) ?? []
  const keys = new Set(actions.flatMap((action) => action.buyers ?? []))
  const meant = seller === undefined ? [...keys] : [seller]
  return meant.flatMap((key) => buyers[key]?.name ?? [])
}
