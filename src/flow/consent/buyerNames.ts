import type { Flow } from '../../../schemas/flow.ts'

/** The names of the buyers to whom an offer's lead actions may send, each once, in the order in which they are named; only that of
 *  `seller` for what concerns one of them alone. */
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
