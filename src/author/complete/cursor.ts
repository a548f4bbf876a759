import { getLocation } from 'jsonc-parser'
import { withoutMark } from '../kernel/byteOrderMark.ts'

/** Path to a part of a document: keys and indices. */
export type Path = (string | number)[]

/** A place in the text of an unfinished document, and the part that a completion replaces. */
export interface Cursor {
  at: Path
  /** True if a key is being written, false for a value. */
  isKey: boolean
  /** Span of what is there already, without its quotes. Both count UTF-16 units. */
  from: number
  to: number
  /** Null outside quotes. `isClosed` is true if they are closed. */
  quotes: { isClosed: boolean } | null
}

/** Finds the place at `offset` in a JSON text, however unfinished. */
export function cursorAt(text: string, offset: number): Cursor {
  const { path: at, isAtPropertyKey: isKey, previousNode: node } = getLocation(withoutMark(text), offset)
  if (node && node.offset < offset && offset <= node.offset + node.length) {
    const token = text.slice(node.offset, node.offset + node.length)
    if (!token.startsWith('"'))
      return { at, isKey, from: node.offset, to: node.offset + token.length, quotes: null }
    const end = node.offset + token.length
    // With the closing quote missing, the parser takes the next quote on the line, which begins another text.
    const isClosed =
      /^"(?:[^"\\]|\\.)*"$/.test(token) && /^[ \t]*(?:[,:}\]\r\n]|$)/.test(text.slice(end, end + LONGEST))
    if (!isClosed || offset < end)
      return {
        at,
        isKey,
        from: node.offset + 1,
        to: isClosed ? end - 1 : offset + wordAt(text, offset).length,
        quotes: { isClosed },
      }
  }
  // A word without quotes is not JSON, but a value may begin like that.
  const begun = /[A-Za-z_][\w.]*$/.exec(text.slice(Math.max(0, offset - LONGEST), offset))?.[0] ?? ''
  return { at, isKey, from: offset - begun.length, to: offset + wordAt(text, offset).length, quotes: null }
}

/** Longer than any word of a flow. */
const LONGEST = 100

function wordAt(text: string, offset: number): string {
  return /^[\w.]*/.exec(text.slice(offset, offset + LONGEST))![0]
}
