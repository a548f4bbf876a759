import type { AuditChange } from '../../../schemas/people/operator.ts'
import type { Mark } from '../../../schemas/reports/marks.ts'
import type { MarkedAct } from '../../store/nouns/marks/marks.ts'

/** Mark of an entry of the audit log; null for one that can't show in the figures, such as a buyer's new email address. */
export function markOf(entry: MarkedAct): Mark | null {
  const { at, operator: by, about, act, changes } = entry
  const mark = (kind: Mark['kind'], path: string | null, words: string): Mark => {
    return { at, kind, path, words, by, note: null, is_own: false }
  }
  if (act === 'remove_buyer') return mark('buyer', null, MARKS.removed(about))
  if (act === 'save_buyer') {
    const found = ofBuyer(about, changes ?? [])
    return found && mark(found.kind, null, found.words)
  }
  // Entries begin with the path, which has neither spaces nor commas.
  const [, path = '', rest = ''] = /^([^\s,]+)[\s,]*(.*)$/.exec(about) ?? []
  if (act === 'publish') return mark('publish', path, MARKS.published(rest))
  if (act === 'roll_back') return mark('rollback', path, MARKS.rolledBack(rest))
  return mark('experiment', path, MARKS.experiment[act](rest))
}

/** Pause or caps of a buyer, if they were changed. */
function ofBuyer(buyer: string, changes: readonly AuditChange[]): Pick<Mark, 'kind' | 'words'> | null {
  const paused = changes.find(({ field }) => field === 'paused')
  if (paused) {
    const words = paused.after === 'true' ? MARKS.paused(buyer) : MARKS.resumed(buyer)
    return { kind: 'pause', words }
  }
  const caps = changes.filter(({ field }) => field.startsWith('caps/') && !field.endsWith('/per'))
  if (caps.length === 0) return null
  const each = caps.map(({ before, after }) => MARKS.fromTo(before, after))
  return { kind: 'cap', words: MARKS.caps(buyer, each.join(', ')) }
}

/** Words of the marks. */
const MARKS = {
  published: (what: string) => `Published ${what}`,
  rolledBack: (what: string) => `Rolled back ${what}`,
  removed: (buyer: string) => `Removed the buyer ${buyer}`,
  paused: (buyer: string) => `Paused ${buyer}`,
  resumed: (buyer: string) => `Resumed ${buyer}`,
  caps: (buyer: string, changes: string) => `Cap of ${buyer}: ${changes}`,
  fromTo: (before: string | null, after: string | null) => `${before ?? 'none'} to ${after ?? 'none'}`,
  experiment: {
    start_experiment: (what: string) => `Started ${what}`,
    stop_experiment: (what: string) => `Stopped ${what}`,
    resume_experiment: (what: string) => `Resumed ${what}`,
    promote_version: (what: string) => `Promoted the winner of ${what}`,
    undo_promotion: (what: string) => `Undid the promotion of ${what}`,
  },
}
