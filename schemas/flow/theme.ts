import { Type, type Static, type TOptional, type TString } from 'typebox'
import { AT_MOST, closed } from '../shape.ts'

/** Colors, type and shape of a site: custom properties of its pages, `accent_ink` as --accent-ink. */

/** Pattern of a color. */
export const COLOUR = '^#[0-9a-f]{6}$'

/** Pattern of a shadow: none, or lengths and a color. It cannot contain an address to load. */
export const SHADOW = '^(none|(-?\\d{1,2}(px)? ){2,4}rgb\\(\\d{1,3} \\d{1,3} \\d{1,3} / \\d{1,3}%\\))$'

/** Pattern of a list of font names; names of several words may be in single quotes. */
const FONT = "([A-Za-z0-9-]+( [A-Za-z0-9-]+)*|'[A-Za-z0-9 -]+')"
export const FONTS = `^${FONT}(, ${FONT})*$`

/** Purpose of each color. */
export const COLOUR_MEANINGS = {
  page: 'the ground of the page',
  surface: 'the ground of cards, fields and consents',
  ink: 'text',
  muted: 'quieter text: hints, consents, small print',
  line: 'the edges of cards and fields',
  accent: 'buttons, icons, what is chosen',
  accent_ink: 'text on buttons',
  accent_soft: 'the ground of what is chosen, of the banner and of boxes set off',
  accent_strong: 'buttons under a finger or a mouse',
  error: 'what is wrong with an answer',
  focus: 'the ring around what the keyboard is on',
  masthead: 'the ground of the head',
  masthead_ink: 'the name in the head, and how far the visitor has come',
} as const
export type ColourName = keyof typeof COLOUR_MEANINGS
export type Scheme = 'light' | 'dark'

/** Colors of a site that does not set its own. */
export const COLOURS: Record<Scheme, Record<ColourName, string>> = {
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
  const colours = Object.entries(COLOUR_MEANINGS).map(([name, meaning]) => {
    const colour = Type.String({
      pattern: COLOUR,
      default: COLOURS[scheme][name as ColourName],
      description: `A colour: ${meaning}.`,
      examples: [COLOURS[scheme][name as ColourName]],
    })
    return [name, Type.Optional(colour)]
  })
  const properties = Object.fromEntries(colours) as Record<ColourName, TOptional<TString>>
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
    description: 'The font’s name, as headline and body say it.',
    examples: ['Source Serif'],
  }),
  file: Type.String({
    pattern: FONT_FILE,
    maxLength: 60,
    description: 'The file beside the flow file, with the letters alone that the texts need.',
    examples: ['source-serif.woff2'],
  }),
  weight: Type.Optional(
    Type.String({
      pattern: FONT_WEIGHT,
      default: '400',
      description:
        'How bold it is; of a variable font from where to where. Headings have 600, text 400 and 600.',
      examples: ['400 700'],
    }),
  ),
})

export const Theme = closed(
  {
    light: palette(
      'light',
      'The colours, written #rrggbb in small letters. Those left out are the product’s.',
    ),
    dark: palette('dark', 'The colours for whoever has set dark. Those left out are the product’s.'),
    radius: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 40,
        default: SHAPE.radius,
        description: 'How round corners are, in pixels.',
        examples: [12],
      }),
    ),
    headline: fonts('The fonts of questions and of the name, best first.', 'Georgia, serif'),
    body: fonts('The fonts of all else, best first.', 'system-ui, sans-serif'),
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
    description: 'How the site looks: colours, type and shape.',
    examples: [{ light: { accent: '#1d4d39' }, radius: 6 }],
  },
)
export type Theme = Static<typeof Theme>

/** Custom properties that a theme sets and its stylesheet should not. */
export const THEME_PROPERTIES: readonly string[] = [
  ...Object.keys(COLOUR_MEANINGS).map((name) => `--${name.replaceAll('_', '-')}`),
  '--shadow-1',
  '--radius',
  '--headline',
  '--body',
]
