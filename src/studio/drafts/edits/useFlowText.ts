import type { Text } from '@codemirror/state'
import { useEffect, useRef, useState } from 'react'
import { readText, type ReadText, type TextFault } from '../../../author/forms/readText.ts'

/** Number of characters above which reading the text takes longer than a keystroke may; such a text is read after a pause in typing. */
const LARGE = 50_000
export const SETTLE_MS = 300

export function isLarge(doc: Text): boolean {
  return doc.length > LARGE
}

const known = new WeakMap<Text, ReturnType<typeof readText>>()

/** Parses a text, once per document. */
export function readDoc(doc: Text): ReturnType<typeof readText> {
  let read = known.get(doc)
  if (!read) known.set(doc, (read = readText(doc.toString())))
  return read
}

export interface FlowText {
  /** The text when it was last JSON; null before that. */
  read: ReadText | null
  /** Position where it is not JSON now. */
  fault: TextFault | null
}

/** The text as a document. */
export function useFlowText(doc: Text): FlowText {
  const settled = useSettled(doc)
  const lastGood = useRef<ReadText | null>(null)
  const read = readDoc(settled)
  if ('fault' in read) return { read: lastGood.current, fault: read.fault }
  lastGood.current = read
  return { read, fault: null }
}

/** The text after a pause in typing; at once if it is already parsed, as after an edit by a form. */
function useSettled(doc: Text): Text {
  const [settled, setSettled] = useState(doc)
  const isThere = !isLarge(doc) || known.has(doc)
  useEffect(() => {
    if (isThere) return setSettled(doc)
    const timer = setTimeout(() => setSettled(doc), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [doc, isThere])
  return isThere ? doc : settled
}
