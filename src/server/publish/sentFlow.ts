import { inLanguage, withoutWords } from '../../flow/languages/inLanguage.ts'
import type { Flow, Language } from '../../../schemas/flow/flow.ts'

/** A flow as browsers get it: in one of its languages, without the parts that only the server reads. */
export function sentFlow(flow: Flow, language?: Language): Flow {
  const { constants_config, ui_config, offer_order, pictures } = withoutWords(inLanguage(flow, language))
  const { theme: _, share: __, footer, ...rest } = ui_config.site
  const site = { ...rest, footer: footer.map(({ text, document }) => ({ text, document })) }
  return { constants_config, ui_config: { ...ui_config, site }, offer_order, ...(pictures && { pictures }) }
}
