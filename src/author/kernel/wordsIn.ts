import { fillIn } from '../../flow/placeholders.ts'

/** Words of a text with markup. Fields stay placeholders, and so do the buyers, unless they are known. */
export function wordsIn(html: string, buyers?: readonly string[]): string {
  const words = html
    .replace(WITHIN_LINE, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return fillIn(words, (name) => (name === 'buyers' && buyers ? buyers.join(', ') : `{{${name}}}`))
}

/** Tags that don't separate words. */
const WITHIN_LINE = /<\/?(strong|em|b|i|u|small|sup|mark|a)\b[^<>]*>/g
