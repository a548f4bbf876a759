/** 'a', 'a or b', 'a, b, or c'. */
export function inWords(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 3) return words.join(` ${joint} `)
  return `${words.slice(0, -1).join(', ')}, ${joint} ${words.at(-1)}`
}
