import type { Path } from '../../../author/complete/cursor.ts'
import type { ReadText } from '../../../author/forms/readText.ts'
import type { EditorHandle } from '../TextEditor.tsx'

/** What every dialog that changes a flow as a whole works with. */
export interface EditSheet {
  editor: EditorHandle
  read: ReadText
  /** It is done. `open`: whose form is shown then; null leaves the one that is there. */
  onDone: (open: Path | null, words: string) => void
  onClose: () => void
}
