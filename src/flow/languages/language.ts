import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { sentencesOf, type Sentences } from '../../texts/languages/sentences.ts'

/** A flow, as far as its languages matter. */
export type Speaking = Pick<Flow, 'ui_config'>

/** Language that a flow is written in. */
export function languageOf({ ui_config }: Speaking): Language {
  return ui_config.languages?.default ?? 'en'
}

/** Languages in which visitors can read a flow, its own first. */
export function languagesOf(flow: Speaking): readonly Language[] {
  const own = languageOf(flow)
  const others = Object.keys(flow.ui_config.languages ?? {}).filter(
    (key) => key !== 'default' && key !== 'check',
  )
  return [own, ...(others as Language[]).filter((other) => other !== own)]
}

/** Language that a flow is shown in, to be sent with its answers; empty if it has only one. */
export function shownIn(flow: Speaking): { language?: Language } {
  return languagesOf(flow).length > 1 ? { language: languageOf(flow) } : {}
}

/** Our own sentences in the language of a flow. */
export function says(flow: Speaking): Sentences {
  return sentencesOf(languageOf(flow))
}
