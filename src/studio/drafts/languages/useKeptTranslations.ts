import { useEffect } from 'react'
import { keptTranslations, type KnownTexts } from '../../../author/edit/translations.ts'
import { readDoc, SETTLE_MS } from '../edits/useFlowText.ts'
import type { EditorHandle } from '../TextEditor.tsx'

/** Keeps the translations of texts that an author changes, whether in the text or in a form, and marks them to be checked. */
export function useKeptTranslations(editor: EditorHandle | null): void {
  useEffect(() => {
    if (!editor) return
    let known: KnownTexts = new Map()
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      const read = readDoc(editor.look().doc)
      if ('fault' in read) return
      const kept = keptTranslations(read, known)
      known = kept.known
      if (kept.edits.length > 0) editor.keep(kept.edits)
    }
    keep()
    const stop = editor.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, SETTLE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [editor])
}
