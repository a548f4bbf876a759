import type { ReplayLine } from '../../../schemas/studio/replay.ts'
import type { VisitPath } from './visitPath.ts'

/** One difference of a visit. */
export type VisitDifference = Pick<ReplayLine, 'kind' | 'from' | 'to'>

/** Differences of a visit in another flow. If it stops at an unknown answer, what would have come after stays open. */
export function visitDifferences(before: VisitPath, after: VisitPath): VisitDifference[] {
  const differences: VisitDifference[] = []
  const part = (kind: VisitDifference['kind'], from: string | null = null, to: string | null = null) =>
    void differences.push({ kind, from, to })
  const isKnown = after.stopped === 'end' || after.stopped === 'left'
  const [wasLead, isLead] = [before.buyers.length > 0, after.buyers.length > 0]
  if (!wasLead && isLead) part('becomes_lead')
  if (wasLead && !isLead) part(isKnown ? 'no_lead' : 'lead_waits')
  for (const buyer of after.buyers) if (!before.buyers.includes(buyer)) part('lead_to', null, buyer)
  if (isKnown)
    for (const buyer of before.buyers) if (!after.buyers.includes(buyer)) part('lead_not_to', buyer)
  const [wasAt, isAt] = [before.steps.at(-1) ?? null, after.steps.at(-1) ?? null]
  if (after.stopped === 'asked_again') part('asked_again', null, isAt)
  if (after.stopped === 'asked_new') part('asked_new', null, isAt)
  if (commonSteps(before, after) < Math.max(after.steps.length, isKnown ? before.steps.length : 0))
    part('other_way')
  if (isKnown && endOf(before) !== endOf(after)) part('other_end', wasAt, isAt)
  for (const step of wordsOnlyIn(after, before)) part('consent_new', null, step)
  if (isKnown) for (const step of wordsOnlyIn(before, after)) part('consent_gone', step)
  return differences
}

/** Number of steps that both show before they part. */
export function commonSteps(before: VisitPath, after: VisitPath): number {
  const parts = after.steps.findIndex((id, index) => id !== before.steps[index])
  return parts === -1 ? after.steps.length : parts
}

function endOf({ steps, stopped }: VisitPath): string {
  return `${stopped === 'end'} ${steps.at(-1) ?? ''}`
}

/** Steps where only the one path shows certain words of a consent. */
function wordsOnlyIn({ consents }: VisitPath, other: VisitPath): Set<string> {
  const shown = new Set(other.consents.map(({ text }) => text))
  return new Set(consents.filter(({ text }) => !shown.has(text)).map(({ step }) => step))
}
