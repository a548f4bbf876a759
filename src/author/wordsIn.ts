import { fillIn } from '../flow/placeholders.ts'

/** The words of a text with markup. Fields stay placeholders; so do the buyers, unless they are known. */
export function wordsIn(html: string, buyers?: readonly string[]): string {
  const words = html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return fillIn(words, (name) => (name === 'buyers' && buyers ? buyers.join(', ') : `{{${name}}}`))
}
