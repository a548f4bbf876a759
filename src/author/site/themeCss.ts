import { COLORS, SHAPE, type ColorName, type Scheme, type Theme } from '../../../schemas/flow/theme.ts'

/** A theme as custom properties, the beginning of a site's stylesheet. */
export function themeCss(theme: Theme = {}): string {
  const { radius = SHAPE.radius, headline = SHAPE.fonts, body = SHAPE.fonts } = theme
  const shape = `--radius:${radius}px;--headline:${headline};--body:${body}`
  return `:root{${declarations(theme, 'light')};${shape}}
@media (prefers-color-scheme: dark){:root{${declarations(theme, 'dark')}}}
`
}

/** All colors of a scheme: a site's own, else the product's. */
export function colorsOf(theme: Theme | undefined, scheme: Scheme): Record<ColorName, string> {
  const { shadow: _, ...own } = theme?.[scheme] ?? {}
  return { ...COLORS[scheme], ...own }
}

function declarations(theme: Theme, scheme: Scheme): string {
  const colors = Object.entries(colorsOf(theme, scheme)).map(
    ([name, color]) => `--${name.replaceAll('_', '-')}:${color}`,
  )
  return [...colors, `--shadow-1:${theme[scheme]?.shadow ?? SHAPE.shadow}`].join(';')
}
