import type { Flow } from '../../schemas/flow/flow.ts'
import { LANGUAGE_PARAMETER } from './arrival.ts'
import { languageOf, languagesOf } from './languages/language.ts'

/** Address of a site's legal document, in the language of the linking page if the site has several. */
export function legalAddress(
  { base, path, flow }: { base: string; path: string; flow: Flow },
  document: string,
): string {
  const address = `${base}/legal/${path}/${document}`
  return languagesOf(flow).length > 1 ? `${address}?${LANGUAGE_PARAMETER}=${languageOf(flow)}` : address
}
