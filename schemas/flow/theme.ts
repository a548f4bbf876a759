import { Type, type Static, type TOptional, type TString } from 'typebox'
import { AT_MOST, closed } from '../kernel/shape.ts'

/** Colors, type and shape of a site: custom properties of its pages, `accent_ink` as --accent-ink. */

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
  file: Type.String({
    pattern: FONT_FILE,
    maxLength: 60,
    description: 'The file next to the flow file. Include only the letters the texts use.',
    examples: ['source-serif.woff2'],
  }),
  weight: Type.Optional(
    Type.String({
      pattern: FONT_WEIGHT,
      default: '400',
      description: 'The weight, or the range of a variable font. Headings use 600, text uses 400 and 600.',
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
        description: 'Fonts that come with the site. Each is loaded before the first question is shown.',
        examples: [[{ family: 'Source Serif', file: 'source-serif.woff2', weight: '600' }]],
      }),
    ),
  },
  {
    description: 'The look of the site: colors, fonts, and shapes.',
    examples: [{ light: { accent: '#1d4d39' }, radius: 6 }],
  },
)
export type Theme = Static<typeof Theme>

/** Custom properties that a theme sets and its stylesheet should not. */
export const THEME_PROPERTIES: readonly string[] = [
  ...Object.keys(COLOR_MEANINGS).map((name) => `--${name.replaceAll('_', '-')}`),
  '--shadow-1',
  '--radius',
  '--headline',
  '--body',
]
