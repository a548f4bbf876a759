import type { FlowEffects } from '../../../schemas/author/diff.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { ShownAtEnd } from '../../../schemas/author/trace.ts'
import { DIFF_WORDS } from '../words/diffWords.ts'
import { wayOf, type VisitorWay } from './madeUpVisitors.ts'

/** Effects of a change to a flow on made-up visitors, who each walk both versions with the same answers. `onVisitor` gets the number of
 *  visitors done. */
export function effectsOf(
  before: Flow,
  after: Flow,
  { visitors, today, onVisitor }: { visitors: number; today: string; onVisitor: (done: number) => void },
): FlowEffects {
  const pairs = Array.from({ length: visitors }, (_, visitor): Pair => {
    const pair = { before: wayOf(before, visitor, today), after: wayOf(after, visitor, today) }
    onVisitor(visitor + 1)
    return pair
  })
  const share = (count: number) => count / visitors
  const shareOf = (test: (pair: Pair) => boolean) => share(pairs.filter(test).length)
  const sides = (test: (way: VisitorWay) => boolean) => ({
    before: shareOf((pair) => test(pair.before)),
    after: shareOf((pair) => test(pair.after)),
  })
  const among = (listOf: (way: VisitorWay) => readonly string[]) => {
    const names = new Set(pairs.flatMap((pair) => [...listOf(pair.before), ...listOf(pair.after)]))
    return [...names]
      .map((name) => ({ name, ...sides((way) => listOf(way).includes(name)) }))
      .filter(({ before, after }) => before !== after)
      .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
  }
  const ends = Map.groupBy(pairs.filter(endsOtherwise), ({ before, after }) => `${before.end} ${after.end}`)
  return {
    visitors,
    other_way: shareOf(goesOtherwise),
    other_end: shareOf(endsOtherwise),
    ends: [...ends.values()]
      .map((same) => ({ before: same[0]!.before.end, after: same[0]!.after.end, share: share(same.length) }))
      .sort((a, b) => b.share - a.share),
    other_text: shareOf(readsOtherwise),
    texts: readings(pairs.filter(readsOtherwise)).map(({ count, ...text }) => ({
      ...text,
      share: share(count),
    })),
    asked: among(({ asked }) => asked).map(({ name, ...of }) => ({ step: name, ...of })),
    leads: among(({ buyers }) => buyers).map(({ name, ...of }) => ({ buyer: name, ...of })),
    stuck: sides(({ isStuck }) => isStuck),
    example:
      pairs.find((pair) => endsOtherwise(pair) || goesOtherwise(pair) || readsOtherwise(pair))?.after
        .script ?? null,
  }
}

interface Pair {
  before: VisitorWay
  after: VisitorWay
}

function goesOtherwise({ before, after }: Pair): boolean {
  return before.asked.join(' ') !== after.asked.join(' ')
}

function endsOtherwise({ before, after }: Pair): boolean {
  return before.end !== after.end
}

/** True if both end at the same step, but the second shows something else. */
function readsOtherwise({ before, after }: Pair): boolean {
  return before.end === after.end && JSON.stringify(before.reads) !== JSON.stringify(after.reads)
}

/** Texts that are no longer shown and texts that are new, for the same outcome before and after, with the number of visitors for each,
 *  most first. */
function readings(pairs: readonly Pair[]) {
  const found = pairs.flatMap(({ before, after }) =>
    after.reads.flatMap((now) => {
      const was = before.reads.find(({ outcome }) => outcome === now.outcome)
      if (!was) return []
      const [old, fresh] = [partsOf(was), partsOf(now)]
      const text = {
        step: after.end!,
        outcome: now.outcome,
        before: old.filter((part) => !fresh.includes(part)),
        after: fresh.filter((part) => !old.includes(part)),
      }
      return text.before.length + text.after.length > 0 ? text : []
    }),
  )
  return [...Map.groupBy(found, (text) => JSON.stringify(text)).values()]
    .map((same) => ({ ...same[0]!, count: same.length }))
    .sort((a, b) => b.count - a.count)
}

/** Texts shown, and pages linked, without query parameters, which differ for each visitor. */
function partsOf({ shows, redirect }: ShownAtEnd): string[] {
  const own = redirect?.buyer ? [DIFF_WORDS.ownPage(redirect.buyer)] : []
  const pages = [...own, ...(redirect?.link?.split('?').slice(0, 1) ?? [])]
  return [...shows, ...pages.map((page) => `${DIFF_WORDS.leadsTo} ${page}`)]
}
