/** A JSON text that parsers can read: a byte order mark becomes a space, so that every other character keeps its place. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text
}
