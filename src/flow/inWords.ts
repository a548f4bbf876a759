/** 'a', 'a or b', 'a, b or c'. */
export function inWords(words: readonly string[], joint: 'and' | 'or'): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(` ${joint} `)
}
