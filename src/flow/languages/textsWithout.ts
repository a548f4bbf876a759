import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { flowTexts, type FlowText } from './flowTexts.ts'

/** Texts of a flow without a translation into a language, each once. */
export function textsWithout(flow: Flow, language: Language): FlowText[] {
  const words = flow.ui_config.languages?.[language] ?? {}
  const wanted = flowTexts(flow).filter(
    ({ text, use }) => use === 'words' && !Object.hasOwn(words, text) && says(text),
  )
  return [...new Map(wanted.toReversed().map((text) => [text.text, text])).values()].toReversed()
}

/** True if a text has something to translate in addition to its placeholders and tags. */
function says(text: string): boolean {
  return /\p{L}/u.test(text.replace(/<[^<>]*>|\{\{[^{}]*\}\}/g, ''))
}
