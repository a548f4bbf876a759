import type { Flow } from '../../../../schemas/flow/flow.ts'
import type { OfferName } from '../../../../schemas/reports/reports.ts'
import { all, integer, json, query, text, type Rule } from '../../kernel/statement.ts'

/** Opens a reader for the names of offers on every path. Versions never change, so each is read once. */
export function openOfferNames(): (path: string | null) => Rule<OfferName[]> {
  const names = new Map<string, OfferName>()
  let read = 0
  return function* (path) {
    for (const { version, path: on, flow } of yield* all(offerNameSql.newer, read)) {
      read = version
      for (const [offer, { name = '' }] of Object.entries(flow.ui_config.offers))
        names.set(JSON.stringify([on, offer]), { path: on, offer, name })
    }
    return [...names.values()].filter((one) => path === null || one.path === path)
  }
}

export const offerNameSql = {
  newer: query('SELECT version, path, flow FROM versions WHERE version > $1 ORDER BY version', {
    version: integer,
    path: text,
    flow: json<Flow>(),
  }),
}
