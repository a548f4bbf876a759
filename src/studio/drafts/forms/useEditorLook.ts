import { useSyncExternalStore } from 'react'
import type { EditorHandle, EditorLook } from '../TextEditor.tsx'

/** Present text and cursor. */
export function useEditorLook(editor: EditorHandle): EditorLook {
  return useSyncExternalStore(editor.watch, editor.look)
}
