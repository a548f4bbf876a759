import type { FastifyRequest } from 'fastify'
import type { AuditChange } from '../../../schemas/people/operator.ts'
import type { DraftRecord, NewDraft } from '../../store/nouns/versions/draftRecords.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { momentText } from '../../time/momentText.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'

export type Drafts = ReturnType<typeof draftRecords>

/** Drafts in the store, as authors see and save them. */
export function draftRecords({ store, now }: StoreAndClock) {
  async function draftOf(path: string): Promise<DraftRecord> {
    const draft = await store.draft(path)
    if (!draft) throw refusal(404, REFUSALS.noDraft(path), { field: 'path' })
    return draft
  }
  /** The draft at the revision that its author saw. */
  async function draftAt(path: string, revision: number): Promise<DraftRecord> {
    const draft = await draftOf(path)
    if (draft.revision !== revision) throw savedSince(draft)
    return draft
  }
  async function save(draft: Omit<NewDraft, 'at'>, refused = savedSince) {
    const { isKept, line } = await store.saveDraft({ ...draft, at: now() })
    if (!line) throw refusal(404, REFUSALS.noDraft(draft.path), { field: 'path' })
    if (!isKept) throw refused(line)
    return line
  }
  const note = (
    request: FastifyRequest,
    act: Act,
    { about, changes }: { about: string; changes?: readonly AuditChange[] },
  ) => store.audit({ at: now(), operator: nameOf(request), act, about }, changes)
  return { draftOf, draftAt, save, note }
}

type Act =
  | 'make_draft'
  | 'save_draft'
  | 'remove_draft'
  | 'restore_draft'
  | 'comment'
  | 'resolve_comment'
  | 'reopen_comment'
  | 'roll_back'
  | 'take_down'

/** Name of the operator who calls. */
export function nameOf({ session }: FastifyRequest): string {
  return session.operator ?? ''
}

/** Refusal of a change that was made from an earlier save. */
export function savedSince({ saved_by, saved_at }: Pick<DraftRecord, 'saved_by' | 'saved_at'>) {
  return refusal(409, REFUSALS.savedSince(saved_by, momentText(saved_at)), { field: 'revision' })
}
