import { useSyncExternalStore } from 'react'
import type { EditorHandle, EditorLook } from '../TextEditor.tsx'

/** The text and its cursor as they are now. */
export function useEditorLook(editor: EditorHandle): EditorLook {
  return useSyncExternalStore(editor.watch, editor.look)
}
