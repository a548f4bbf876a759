import { getLocation } from 'jsonc-parser'

/** The way to a part of a document: keys and indices. */
export type Path = (string | number)[]

/** A place in the text of a document that is being written, and what of it a completion replaces. */
export interface Cursor {
  at: Path
  /** Whether a key is written there, and no value. */
  isKey: boolean
  /** What stands there already: without its quotes, where it has some. Both count UTF-16 units. */
  from: number
  to: number
  /** Null outside of quotes. `isClosed`: whether they end. */
  quotes: { isClosed: boolean } | null
}

/** What is written at `offset` of a JSON text, however unfinished. */
export function cursorAt(text: string, offset: number): Cursor {
  const { path: at, isAtPropertyKey: isKey, previousNode: node } = getLocation(text, offset)
  if (node && node.offset < offset && offset <= node.offset + node.length) {
    const token = text.slice(node.offset, node.offset + node.length)
    if (!token.startsWith('"'))
      return { at, isKey, from: node.offset, to: node.offset + token.length, quotes: null }
    const isClosed = /^"(?:[^"\\]|\\.)*"$/.test(token)
    if (!isClosed || offset < node.offset + token.length)
      return {
        at,
        isKey,
        from: node.offset + 1,
        // Of a text without an end the rest of the line is not part of what is meant.
        to: isClosed ? node.offset + token.length - 1 : offset + wordAt(text, offset).length,
        quotes: { isClosed },
      }
  }
  // A word without quotes is no JSON, but that is how one may begin.
  const begun = /[A-Za-z_][\w.]*$/.exec(text.slice(Math.max(0, offset - LONGEST), offset))?.[0] ?? ''
  return { at, isKey, from: offset - begun.length, to: offset + wordAt(text, offset).length, quotes: null }
}

/** No word of a flow is longer. */
const LONGEST = 100

function wordAt(text: string, offset: number): string {
  return /^[\w.]*/.exec(text.slice(offset, offset + LONGEST))![0]
}
