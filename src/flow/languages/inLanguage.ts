import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { once } from '../kernel/once.ts'
import { languageOf, languagesOf } from './language.ts'
import { withTexts } from './flowTexts.ts'

/** A published flow in another of its languages: questions, records, and rules stay the same, but consents are those shown. Returns the
 *  flow itself for its own language and for unknown ones. */
export function inLanguage(flow: Flow, language: Language | undefined): Flow {
  if (
    language === undefined ||
    language === languageOf(flow) ||
    Object.keys(flow.ui_config.languages?.[language] ?? {}).length === 0
  )
    return flow
  const made = readings(flow)
  const known = made.get(language) ?? translated(flow, language)
  made.set(language, known)
  return known
}

const readings = once((_flow: Flow) => new Map<Language, Flow>())

function translated(flow: Flow, language: Language): Flow {
  const words = flow.ui_config.languages?.[language] ?? {}
  const others = languagesOf(flow).filter((other) => other !== language)
  const read = withTexts(flow, ({ text }) => (Object.hasOwn(words, text) ? words[text]! : text))
  const languages = { default: language, ...Object.fromEntries(others.map((other) => [other, {}])) }
  return { ...read, ui_config: { ...read.ui_config, languages } }
}

/** The flow without its translations, which are in the translated flows. */
export function withoutWords(flow: Flow): Flow {
  if (!flow.ui_config.languages) return flow
  const [own, ...others] = languagesOf(flow)
  const languages = { default: own!, ...Object.fromEntries(others.map((other) => [other, {}])) }
  return { ...flow, ui_config: { ...flow.ui_config, languages } }
}
