import type { Language } from '../../../schemas/flow/languages.ts'
import { languagesOf, type Speaking } from './language.ts'

/** What says in which language a visitor reads. */
export interface LanguageWish {
  /** By the address. */
  asked?: string | undefined
  /** The one that their session has. */
  held?: string | undefined
  /** The header accept-language: what their browser is set to. */
  accepted?: string | undefined
}

/** The language of a flow in which a visitor reads it: the one asked for, else the one of the visit, else the first of those that the
 *  browser would rather have; the flow's own where it has none of them. */
export function chooseLanguage(flow: Speaking, { asked, held, accepted = '' }: LanguageWish): Language {
  const known = languagesOf(flow)
  const wanted = [asked, held, ...inOrder(accepted)]
  return wanted.flatMap((tag) => known.find((language) => language === tag) ?? [])[0] ?? known[0]!
}

/** The languages of the header, the most wanted first, without their regions. Source: RFC 9110, 12.5.4. */
function inOrder(header: string): string[] {
  return header
    .slice(0, HEADER_LENGTH)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
      const quality = parameters.find((word) => word.startsWith('q='))?.slice(2)
      return { language: tag.split('-')[0]!, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
}

/** Browsers send some dozens of characters. */
const HEADER_LENGTH = 500
