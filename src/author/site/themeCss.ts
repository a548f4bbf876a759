import { COLOURS, SHAPE, type ColourName, type Scheme, type Theme } from '../../../schemas/flow/theme.ts'

/** A theme as custom properties, the beginning of a site's stylesheet. */
export function themeCss(theme: Theme = {}): string {
  const { radius = SHAPE.radius, headline = SHAPE.fonts, body = SHAPE.fonts } = theme
  const shape = `--radius:${radius}px;--headline:${headline};--body:${body}`
  return `:root{${declarations(theme, 'light')};${shape}}
@media (prefers-color-scheme: dark){:root{${declarations(theme, 'dark')}}}
`
}

/** All colors of a scheme: a site's own, else the product's. */
export function coloursOf(theme: Theme | undefined, scheme: Scheme): Record<ColourName, string> {
  const { shadow: _, ...own } = theme?.[scheme] ?? {}
  return { ...COLOURS[scheme], ...own }
}

function declarations(theme: Theme, scheme: Scheme): string {
  const colours = Object.entries(coloursOf(theme, scheme)).map(
    ([name, colour]) => `--${name.replaceAll('_', '-')}:${colour}`,
  )
  return [...colours, `--shadow-1:${theme[scheme]?.shadow ?? SHAPE.shadow}`].join(';')
}
