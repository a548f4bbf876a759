import { createHmac } from 'node:crypto'
import { LANGUAGES, type Language } from '../../../schemas/flow/languages.ts'
import { STEP_INPUT } from '../../flow/page.ts'
import { sameSecret } from '../kernel/digests.ts'

/** Mark that the server puts into the form of a step with a consent: it tells when, and in which language, this visit was shown it. A form
 *  that a browser posts without our scripts proves by it what was on the page, as every drawing of a step by one build is the same. */

/** A step as shown to a visit. */
export interface Shown {
  session_uuid: string
  version: number
  /** ID of the step. */
  step: string
  /** Name of the build that drew it. */
  build: string
}

/** Name of the mark's input; no field has this name. */
const MARK_INPUT = 'served'

/** Puts the mark at the end of the step's form, where React leaves what it doesn't know. */
export function withMark(
  markup: string,
  secret: string,
  { at, language, ...shown }: Shown & { at: number; language: Language },
): string {
  const end = markup.indexOf('</form>', markup.indexOf(`name="${STEP_INPUT}"`))
  const mark = [at, language, macOf(secret, shown, `${at}.${language}`)].join('.')
  return `${markup.slice(0, end)}<input type="hidden" name="${MARK_INPUT}" value="${mark}"/>${markup.slice(end)}`
}

/** Time and language in which a posted form was shown; null if its mark isn't of this step, visit, and build. */
export function readMark(
  posted: URLSearchParams,
  secret: string,
  shown: Shown,
): { at: number; language: Language } | null {
  const [at = '', language = '', mac = ''] = posted.get(MARK_INPUT)?.split('.') ?? []
  const spoken = LANGUAGES.find((one) => one === language)
  if (!spoken || !sameSecret(mac, macOf(secret, shown, `${at}.${language}`))) return null
  return { at: Number(at), language: spoken }
}

function macOf(secret: string, { session_uuid, version, step, build }: Shown, said: string): string {
  return createHmac('sha256', secret)
    .update(['served', session_uuid, version, step, build, said].join(' '))
    .digest('base64url')
}

/** The step's form in the markup of a page. */
export function formIn(markup: string): string {
  const named = markup.indexOf(`name="${STEP_INPUT}"`)
  const end = markup.indexOf('</form>', named) + '</form>'.length
  return markup.slice(markup.lastIndexOf('<form', named), end)
}
