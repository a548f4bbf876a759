import {
  COLORS,
  PRODUCT_FONTS,
  SHAPE,
  type ColorName,
  type Scheme,
  type Theme,
} from '../../../schemas/flow/theme.ts'

/** A theme as custom properties, the beginning of a site's stylesheet. Until `data-fonts` says that its fonts have loaded, fonts of the
 *  device stand in for them. */
export function themeCss(theme: Theme = {}): string {
  const { radius = SHAPE.radius, headline = SHAPE.fonts, body = SHAPE.fonts, fonts = [] } = theme
  const families = fonts.map(({ family }) => family)
  const withStandIns = (list: string, isLoaded: boolean) =>
    list
      .split(/, */)
      .flatMap((name) => {
        const family = name.replaceAll("'", '')
        return families.includes(family) ? [...(isLoaded ? [name] : []), `'${family} Fallback'`] : name
      })
      .join(', ')
  const type = (isLoaded: boolean) =>
    `--headline:${withStandIns(headline, isLoaded)};--body:${withStandIns(body, isLoaded)}`
  const loaded =
    families.length > 0 ? `:root[data-fonts]{${type(true)}}\n${families.map(standIn).join('')}` : ''
  return `:root{${declarations(theme, 'light')};--radius:${radius}px;${type(false)}}
@media (prefers-color-scheme: dark){:root{${declarations(theme, 'dark')}}}
${loaded}`
}

/** All colors of a scheme: a site's own, else the product's. */
export function colorsOf(theme: Theme | undefined, scheme: Scheme): Record<ColorName, string> {
  const { shadow: _, ...own } = theme?.[scheme] ?? {}
  return { ...COLORS[scheme], ...own }
}

/** Fonts of devices, and the width of an average letter in thousandths of the font size, in text and in bold. Source:
 *  @capsizecss/metrics. */
const DEVICE_FONTS = {
  sans: { names: ['Helvetica Neue', 'Roboto', 'Arial', 'Liberation Sans'], width: 446, boldWidth: 480 },
  serif: { names: ['Georgia', 'Gelasio'], width: 446, boldWidth: 519 },
} as const

/** A font of the device with the measures of one that comes with the product, so that nothing moves when that one has loaded. */
function standIn(family: string): string {
  const font = PRODUCT_FONTS[family]
  if (!font) return ''
  const { names, width, boldWidth } = DEVICE_FONTS[font.like]
  const face = (weight: string, style: string, scale: number) => {
    const src = names.map((name) => `local('${name}${style}')`).join(',')
    const percent = (measure: number) => `${(measure / 10 / scale).toFixed(1)}%`
    return (
      `@font-face{font-family:'${family} Fallback';font-weight:${weight};src:${src};` +
      `size-adjust:${(scale * 100).toFixed(1)}%;ascent-override:${percent(font.ascent)};` +
      `descent-override:${percent(font.descent)};line-gap-override:0%}\n`
    )
  }
  return face('400', '', font.width / width) + face('600 900', ' Bold', font.boldWidth / boldWidth)
}

function declarations(theme: Theme, scheme: Scheme): string {
  const colors = Object.entries(colorsOf(theme, scheme)).map(
    ([name, color]) => `--${name.replaceAll('_', '-')}:${color}`,
  )
  return [...colors, `--shadow-1:${theme[scheme]?.shadow ?? SHAPE.shadow}`].join(';')
}
