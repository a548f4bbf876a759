import { Type, type Static, type TOptional, type TString } from 'typebox'
import { AT_MOST, closed } from '../kernel/shape.ts'

/** Colors, type, and shape of a site: custom properties of its pages, `accent_ink` as --accent-ink. */

/** Pattern of a color. */
export const COLOR = '^#[0-9a-f]{6}$'

/** Pattern of a shadow: none, or lengths and a color. It cannot contain an address to load. */
export const SHADOW = '^(none|(-?\\d{1,2}(px)? ){2,4}rgb\\(\\d{1,3} \\d{1,3} \\d{1,3} / \\d{1,3}%\\))$'

/** Pattern of a list of font names; names of several words may be in single quotes. */
const FONT = "([A-Za-z0-9-]+( [A-Za-z0-9-]+)*|'[A-Za-z0-9 -]+')"
export const FONTS = `^${FONT}(, ${FONT})*$`

/** Purpose of each color. */
export const COLOR_MEANINGS = {
  page: 'page background',
  surface: 'background of cards, fields, and consents',
  ink: 'text',
  muted: 'secondary text such as hints, consents, and small print',
  line: 'borders of cards and fields',
  accent: 'buttons, icons, and selected options',
  accent_ink: 'text on buttons',
  accent_soft: 'background of selected options, the banner, and highlighted boxes',
  accent_strong: 'buttons while pressed or hovered',
  error: 'error messages',
  focus: 'keyboard focus ring',
  masthead: 'header background',
  masthead_ink: 'name in the header, and progress',
} as const
export type ColorName = keyof typeof COLOR_MEANINGS
export type Scheme = 'light' | 'dark'

/** Colors of a site that does not set its own. */
export const COLORS: Record<Scheme, Record<ColorName, string>> = {
  light: {
    page: '#ffffff',
    surface: '#ffffff',
    ink: '#1b1b1b',
    muted: '#525252',
    line: '#858585',
    accent: '#1a56b0',
    accent_ink: '#ffffff',
    accent_soft: '#e8f0fb',
    accent_strong: '#123f84',
    error: '#b01212',
    focus: '#8a4b00',
    masthead: '#f2f2f2',
    masthead_ink: '#1b1b1b',
  },
  dark: {
    page: '#161616',
    surface: '#1f1f1f',
    ink: '#f0f0f0',
    muted: '#bdbdbd',
    line: '#7d7d7d',
    accent: '#8fbcff',
    accent_ink: '#0c1a30',
    accent_soft: '#24344d',
    accent_strong: '#b5d3ff',
    error: '#ff9e9e',
    focus: '#ffc46b',
    masthead: '#262626',
    masthead_ink: '#f0f0f0',
  },
}

/** Shape and type of a site that does not set its own. */
export const SHAPE = {
  radius: 8,
  shadow: 'none',
  fonts: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
}

const shadow = Type.Optional(
  Type.String({
    pattern: SHADOW,
    default: SHAPE.shadow,
    description: 'The shadow of cards and buttons, --shadow-1.',
    examples: ['0 1px 2px rgb(0 0 0 / 12%)'],
  }),
)

function palette(scheme: Scheme, description: string) {
  const colors = Object.entries(COLOR_MEANINGS).map(([name, meaning]) => {
    const color = Type.String({
      pattern: COLOR,
      default: COLORS[scheme][name as ColorName],
      description: `Color for ${meaning}.`,
      examples: [COLORS[scheme][name as ColorName]],
    })
    return [name, Type.Optional(color)]
  })
  const properties = Object.fromEntries(colors) as Record<ColorName, TOptional<TString>>
  return Type.Optional(closed({ ...properties, shadow }, { description }))
}

const fonts = (description: string, example: string) =>
  Type.Optional(
    Type.String({ pattern: FONTS, maxLength: 200, default: SHAPE.fonts, description, examples: [example] }),
  )

/** Fonts that come with the product, by name: variable fonts with the letters of Western European languages, under the SIL Open Font
 *  License. Each is in the npm package `@fontsource-variable/<slug>`. Measures are in thousandths of the font size; widths are those of an
 *  average letter, in text and in bold. Source: @capsizecss/metrics. */
export const PRODUCT_FONTS: Record<string, ProductFont> = {
  Figtree: { slug: 'figtree', like: 'sans', ascent: 950, descent: 250, width: 449, boldWidth: 458 },
  Lora: { slug: 'lora', like: 'serif', ascent: 1006, descent: 274, width: 468, boldWidth: 478 },
  Nunito: { slug: 'nunito', like: 'sans', ascent: 1011, descent: 353, width: 452, boldWidth: 460 },
  Outfit: { slug: 'outfit', like: 'sans', ascent: 1000, descent: 260, width: 445, boldWidth: 454 },
}

interface ProductFont {
  slug: string
  /** Kind of the device's fonts that stand in for it. */
  like: 'sans' | 'serif'
  ascent: number
  descent: number
  width: number
  boldWidth: number
}

/** Patterns of a font's name, its weight, and its file. */
export const FONT_FAMILY = '^[A-Za-z0-9 -]+$'
export const FONT_WEIGHT = '^[1-9]00( [1-9]00)?$'
export const FONT_FILE = '^[a-z0-9-]+\\.woff2$'

const FontFile = closed({
  family: Type.String({
    pattern: FONT_FAMILY,
    maxLength: 60,
    description: 'The font’s name, as used in headline and body.',
    examples: ['Source Serif'],
  }),
  file: Type.Optional(
    Type.String({
      pattern: FONT_FILE,
      maxLength: 60,
      description: `The file next to the flow file, with only the letters that the texts use. If omitted, it’s a font that comes with the product: ${Object.keys(PRODUCT_FONTS).join(', ')}.`,
      examples: ['source-serif.woff2'],
    }),
  ),
  weight: Type.Optional(
    Type.String({
      pattern: FONT_WEIGHT,
      default: '400',
      description:
        'The weight, or the range of a variable font. Headings use 600, text uses 400 and 600. Fonts that come with the product have them all.',
      examples: ['400 700'],
    }),
  ),
})

export const Theme = closed(
  {
    light: palette('light', 'The colors, as #rrggbb in lowercase. Omitted ones use the product’s colors.'),
    dark: palette('dark', 'The colors for dark mode. Omitted ones use the product’s colors.'),
    radius: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 40,
        default: SHAPE.radius,
        description: 'The corner radius in pixels.',
        examples: [12],
      }),
    ),
    headline: fonts('The fonts for questions and the site’s name, in order of preference.', 'Georgia, serif'),
    body: fonts('The fonts for everything else, in order of preference.', 'system-ui, sans-serif'),
    fonts: Type.Optional(
      Type.Array(FontFile, {
        default: [],
        maxItems: AT_MOST.fonts,
        description:
          'Fonts that visitors load. They’re loaded once the first question is shown, and used from the next question on.',
        examples: [[{ family: 'Figtree' }]],
      }),
    ),
  },
  {
    description: 'The look of the site: colors, fonts, and shapes.',
    examples: [{ light: { accent: '#1d4d39' }, radius: 6 }],
  },
)
export type Theme = Static<typeof Theme>
export type ThemeFont = NonNullable<Theme['fonts']>[number]

/** Custom properties that a theme sets and its stylesheet should not. */
export const THEME_PROPERTIES: readonly string[] = [
  ...Object.keys(COLOR_MEANINGS).map((name) => `--${name.replaceAll('_', '-')}`),
  '--shadow-1',
  '--radius',
  '--headline',
  '--body',
]
