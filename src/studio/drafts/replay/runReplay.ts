import type { ReplayLine, ReplayPart } from '../../../../schemas/studio/replay.ts'
import type { ReplayDraft } from '../../../../schemas/studio/drafts.ts'

/** A replay so far. */
export interface Replayed extends Pick<ReplayPart, 'visits' | 'differing' | 'lines' | 'problems'> {
  version: number | null
  /** Null before the first part. */
  total: number | null
}

export const NOTHING_YET: Replayed = {
  version: null,
  total: null,
  visits: 0,
  differing: 0,
  lines: [],
  problems: [],
}

/** Requests one part after the other and adds them up. Stops when `signal` aborts: the server does not continue for a client that has
 *  left. */
export async function runReplay(
  ask: (part: ReplayDraft, signal: AbortSignal) => Promise<ReplayPart>,
  asked: Omit<ReplayDraft, 'after'>,
  { signal, onPart }: { signal: AbortSignal; onPart: (so: Replayed) => void },
): Promise<Replayed> {
  let sum = NOTHING_YET
  for (let after: number | null | undefined; after !== null;) {
    // All visits of one replay are from one version, even if another goes live meanwhile.
    const version = sum.version ?? asked.version
    const part = await ask(
      { ...asked, ...(version !== undefined && { version }), after: after ?? null },
      signal,
    )
    signal.throwIfAborted()
    sum = withPart(sum, part)
    after = part.next
    onPart(sum)
  }
  return sum
}

function withPart(
  sum: Replayed,
  { version, total, visits, differing, lines, problems }: ReplayPart,
): Replayed {
  const all = Map.groupBy([...sum.lines, ...lines], ({ kind, from, to }) => JSON.stringify([kind, from, to]))
  return {
    version: sum.version ?? version,
    total: sum.total ?? total,
    visits: sum.visits + visits,
    differing: sum.differing + differing,
    lines: [...all.values()].map((same): ReplayLine => ({
      ...same[0]!,
      visits: same.reduce((count, line) => count + line.visits, 0),
    })),
    problems,
  }
}
