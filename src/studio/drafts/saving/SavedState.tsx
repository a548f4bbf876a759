import { DRAFTS } from '../../parts/draftScreen.ts'
import type { DraftState } from './draftKeeper.ts'
import type { Saving } from './draftLife.ts'
import { useStudio } from '../../parts/studioContext.ts'
import { asOfText } from '../../../operator/days/days.ts'

/** State of the text compared with what is saved, in words. */
export function SavedState({ state: { saving, line } }: { state: DraftState }) {
  const { operator } = useStudio()
  const when = asOfText(line.saved_at)
  const words: Record<Saving, string> = {
    saved: line.saved_by === operator ? DRAFTS.saved(when) : DRAFTS.savedBy(line.saved_by, when),
    unsaved: DRAFTS.unsaved,
    saving: DRAFTS.saving,
    away: DRAFTS.away,
    refused: DRAFTS.refused,
    conflict: DRAFTS.conflictShort,
  }
  return (
    <span role="status" className="saved-state" data-saving={saving}>
      {words[saving]}
    </span>
  )
}
