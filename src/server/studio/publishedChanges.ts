import type { Flow } from '../../../schemas/flow/flow.ts'
import type { AuditChange } from '../../../schemas/people/operator.ts'
import { changesOf } from '../../author/diff/changesOf.ts'
import { DIFF_WORDS } from '../../author/words/diffWords.ts'
import { MOST_CHANGES, shortened } from '../kernel/changedFields.ts'

interface Live {
  version: number
  flow: Flow
}

/** Changes for visitors since a version went live, for the audit log. `before`: the version that most visitors saw; null for
 *  none. */
export function publishedChanges(before: Live | null, after: Live): AuditChange[] {
  const version = {
    field: 'version',
    before: before && String(before.version),
    after: String(after.version),
    secret: false,
  }
  const changes = before ? changesOf(before.flow, after.flow) : []
  const fields = changes.map((change) => ({
    field: `${DIFF_WORDS.subjects[change.subject]}: ${change.place}`,
    before: shortened(change.before),
    after: shortened(change.after),
    secret: false,
  }))
  return [version, ...fields.slice(0, MOST_CHANGES)]
}
