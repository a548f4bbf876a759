import type { Path } from '../../../author/complete/cursor.ts'
import type { ReadText } from '../../../author/forms/readText.ts'
import type { EditorHandle } from '../TextEditor.tsx'

/** Props of every dialog that edits a whole flow. */
export interface EditSheet {
  editor: EditorHandle
  read: ReadText
  /** Called when done. `open` is the object whose form shows next; null keeps the present one. */
  onDone: (open: Path | null, words: string) => void
  onClose: () => void
}
