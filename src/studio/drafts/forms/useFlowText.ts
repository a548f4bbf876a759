import type { Text } from '@codemirror/state'
import { useEffect, useRef, useState } from 'react'
import { readText, type ReadText, type TextFault } from '../../../author/forms/readText.ts'

/** A text of more signs takes longer to read than a stroke may: it is read once nothing was typed for a while. */
const LARGE = 50_000
export const SETTLE_MS = 300

export function isLarge(doc: Text): boolean {
  return doc.length > LARGE
}

const known = new WeakMap<Text, ReturnType<typeof readText>>()

/** Reads a text once. */
export function readDoc(doc: Text): ReturnType<typeof readText> {
  let read = known.get(doc)
  if (!read) known.set(doc, (read = readText(doc.toString())))
  return read
}

export interface FlowText {
  /** As it was when it was JSON last; null before that. */
  read: ReadText | null
  /** Where it is no JSON now. */
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

/** What was read already, as after a change by a form, is there at once. */
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
