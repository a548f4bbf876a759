import type { Language } from '../../../schemas/flow/languages.ts'
import { languagesOf, type Speaking } from './language.ts'

/** Signals for the language in which a visitor reads. */
export interface LanguageWish {
  /** Language in the address. */
  asked?: string | undefined
  /** Language of their session. */
  held?: string | undefined
  /** The Accept-Language header: the browser's setting. */
  accepted?: string | undefined
}

/** Language of a flow for a visitor: the requested one, else that of the visit, else the first match in the browser's preferences, else
 *  the flow's own. */
export function chooseLanguage(flow: Speaking, { asked, held, accepted = '' }: LanguageWish): Language {
  const known = languagesOf(flow)
  const wanted = [asked, held, ...inOrder(accepted)]
  return wanted.flatMap((tag) => known.find((language) => language === tag) ?? [])[0] ?? known[0]!
}

/** Languages of the header, most preferred first, without their regions. Source: RFC 9110, 12.5.4. */
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

/** Browsers send a few dozen characters. */
const HEADER_LENGTH = 500
