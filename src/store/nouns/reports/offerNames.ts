import type { Flow } from '../../../../schemas/flow/flow.ts'
import type { OfferName } from '../../../../schemas/reports/reports.ts'
import { all, integer, json, query, text, type Rule } from '../../kernel/statement.ts'

export type OfferNames = ReturnType<typeof openOfferNames>

/** Opens a reader for the names of offers. Versions never change, so each is read once. */
export function openOfferNames() {
  const newest = new Map<string, OfferName>()
  const byVersion = new Map<string, OfferName & { version: number }>()
  let read = 0
  function* readNewer(): Rule<void> {
    for (const { version, path, flow } of yield* all(offerNameSql.newer, read)) {
      read = version
      for (const [offer, { name = '' }] of Object.entries(flow.ui_config.offers)) {
        newest.set(JSON.stringify([path, offer]), { path, offer, name })
        byVersion.set(JSON.stringify([version, offer]), { path, offer, name, version })
      }
    }
  }
  return {
    /** Names on a path, or on all (null): of the newest version that has each offer, and of each version in which it has another name. */
    *onPath(path: string | null): Rule<OfferName[]> {
      yield* readNewer()
      const renamed = [...byVersion.values()].filter(
        ({ path, offer, name }) => newest.get(JSON.stringify([path, offer]))!.name !== name,
      )
      return [...newest.values(), ...renamed].filter((one) => path === null || one.path === path)
    },
    /** Function that returns the name of an offer in a version; its key if it has none. */
    *ofVersions(): Rule<(version: number, offer: string) => string> {
      yield* readNewer()
      return (version, offer) => byVersion.get(JSON.stringify([version, offer]))?.name || offer
    },
  }
}

export const offerNameSql = {
  newer: query('SELECT version, path, flow FROM versions WHERE version > $1 ORDER BY version', {
    version: integer,
    path: text,
    flow: json<Flow>(),
  }),
}
