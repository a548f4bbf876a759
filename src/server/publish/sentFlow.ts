import type { Flow } from '../../../schemas/flow.ts'

/** A flow as browsers get it: without what the server alone reads. */
export function sentFlow({ constants_config, ui_config, offer_order, pictures }: Flow): Flow {
  const { theme: _, share: __, footer, ...rest } = ui_config.site
  const site = { ...rest, footer: footer.map(({ text, document }) => ({ text, document })) }
  return { constants_config, ui_config: { ...ui_config, site }, offer_order, ...(pictures && { pictures }) }
}
