import { rewritten, type SiteAnswer } from './rewritten.ts'

/** Color scheme that an author wants to see, whatever their system prefers. */
export type Scheme = 'light' | 'dark'

/** A page or a stylesheet as it looks to a visitor who prefers a scheme. A page can't set that for a frame, so the conditions are
 *  resolved here. Anything else, or without a scheme, is unchanged. */
export function inScheme(answer: SiteAnswer, scheme: string | undefined): SiteAnswer {
  if (scheme !== 'light' && scheme !== 'dark') return answer
  return rewritten(answer, /^text\/(html|css)/, (text) =>
    text
      .replace(CONDITION, (_, asked: string) => (asked === scheme ? '(width >= 0)' : '(width < 0)'))
      .replace(BOTH, `color-scheme:${scheme}`),
  )
}

const CONDITION = /\(prefers-color-scheme: ?(light|dark)\)/g
const BOTH = /color-scheme: ?light dark/g
