import { useEffect, useRef, useState } from 'react'
import type { FormField } from '../../../author/forms/formAt.ts'
import type { ReadText } from '../../../author/forms/readText.ts'
import type { EditorHandle } from '../TextEditor.tsx'
import { isLarge, SETTLE_MS } from '../edits/useFlowText.ts'
import type { PlaceEdits } from './usePlaceEdits.ts'

interface Typed {
  field: FormField
  value: unknown
}

/** Writes the input of a field into the text: at once, or after a pause if the text is large. Until then the field shows the input. */
export function useTyping(editor: EditorHandle, edits: PlaceEdits, read: ReadText | null) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void }>(undefined)

  function writeNow(): void {
    clearTimeout(waiting.current?.timer)
    waiting.current?.write()
    waiting.current = undefined
  }

  function type(field: FormField, value: unknown): void {
    if (!isLarge(editor.look().doc)) return edits.setField(field, value)
    if (waiting.current && typed?.field.key !== field.key) writeNow()
    clearTimeout(waiting.current?.timer)
    setTyped({ field, value })
    waiting.current = { timer: setTimeout(writeNow, SETTLE_MS), write: () => edits.setField(field, value) }
  }

  // Writes pending input before another form is shown.
  useEffect(
    () => () => {
      writeNow()
      setTyped(null)
    },
    [edits],
  )
  useEffect(() => {
    if (!waiting.current) setTyped(null)
  }, [read])

  const shown = (fields: readonly FormField[]) =>
    fields.map((field) => (typed?.field.key === field.key ? { ...field, value: typed.value } : field))
  return { type, writeNow, shown }
}
