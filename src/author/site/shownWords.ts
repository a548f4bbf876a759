import type { Flow } from '../../../schemas/flow/flow.ts'
import { flowTexts } from '../../flow/languages/flowTexts.ts'
import { languagesOf } from '../../flow/languages/language.ts'

/** Everything that visitors may read of a flow, in all of its languages, joined. */
export function shownWords(flow: Flow): string {
  const { languages } = flow.ui_config
  const words = languagesOf(flow).flatMap((language) => Object.values(languages?.[language] ?? {}))
  return [...flowTexts(flow).map(({ text }) => text), ...words].join('')
}
