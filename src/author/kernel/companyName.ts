/** Pattern of a company's name in a text, however its words are spaced. */
export function wordsOf(name: string): RegExp {
  const pattern = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+')
  // A one-word name may also be an ordinary word.
  const flags = /\s/.test(name) ? 'giu' : 'gu'
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags)
}
