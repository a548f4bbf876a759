import { rewritten, type SiteAnswer } from './rewritten.ts'

/** The colours that an author wants to see, whatever their system asks for. */
export type Scheme = 'light' | 'dark'

/** A page or a stylesheet as a browser reads it whose visitor asks for a scheme: no page can ask that of a frame, so that its
 *  conditions are answered here. Anything else, or where no scheme is asked for, as it is. */
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
