/** A line of a text. */
export interface TextLine {
  /** Counts from 1. */
  line: number
  /** Text of the line, shortened if it is long. */
  words: string
}

/** Lines at these offsets, each once, in the order of the text. */
export function linesOf(text: string, offsets: readonly number[]): TextLine[] {
  const found: TextLine[] = []
  let [line, start] = [1, 0]
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    for (let end = text.indexOf('\n', start); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
      line++
      start = end + 1
    }
    if (found.at(-1)?.line === line) continue
    const end = text.indexOf('\n', start)
    found.push({ line, words: shortened(text.slice(start, end < 0 ? undefined : end).trim()) })
  }
  return found
}

function shortened(words: string): string {
  return words.length > LONGEST_LINE ? `${words.slice(0, LONGEST_LINE)}…` : words
}

const LONGEST_LINE = 90
