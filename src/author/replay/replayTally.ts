import type { Flow } from '../../../schemas/flow/flow.ts'
import { PARTINGS, type ReplayAnswer, type ReplayLine } from '../../../schemas/studio/replay.ts'
import { openBothWalks } from './bothWalks.ts'
import type { RecordedVisit } from './givenAnswers.ts'
import { visitDifferences } from './visitDifferences.ts'

export interface ReplayTally {
  add(visit: RecordedVisit): void
  counted(): Pick<ReplayAnswer, 'visits' | 'differing' | 'lines'>
}

/** Walks visits of one flow through another, and counts how they differ. */
export function openReplayTally(before: Flow, after: Flow): ReplayTally {
  const waysOf = openBothWalks(before, after)
  const lines = new Map<string, ReplayLine>()
  let [visits, differing] = [0, 0]
  return {
    add(visit) {
      visits++
      const ways = waysOf(visit)
      const differences = visitDifferences(ways.before, ways.after)
      if (differences.length > 0) differing++
      for (const parting of differences) {
        const key = JSON.stringify(parting)
        const line = lines.get(key)
        if (line) line.visits++
        else lines.set(key, { ...parting, visits: 1, witness: visit.uuid })
      }
    },
    counted: () => ({ visits, differing, lines: inOrder([...lines.values()]) }),
  }
}

/** Sorts by kind, then by most visits. */
function inOrder(lines: ReplayLine[]): ReplayLine[] {
  const rank = ({ kind }: ReplayLine) => PARTINGS.indexOf(kind)
  return lines.sort((a, b) => rank(a) - rank(b) || b.visits - a.visits)
}
