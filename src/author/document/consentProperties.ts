import { colord, extend, type Colord } from 'colord'
import names from 'colord/plugins/names'

extend([names])

/** Values that can't hide a text: words, or bounds in pixels for each length; null for any. */
type Allowed = RegExp | readonly [least: number, most: number] | null

/** Smaller, narrower, or fainter text is meant to be overlooked, and a lower box shows only the beginning of a consent. */
const MIN = { fontPx: 10, widthPx: 120, heightPx: 96, opacity: 0.5 }
/** Width of a phone. What is wider ends off screen. */
const PHONE_PX = 360
const ANY_PX = Number.POSITIVE_INFINITY

/** Properties that a rule may set where it can reach a consent. Everything else could hide it. */
const ALLOWED: [properties: string, allowed: Allowed][] = [
  [
    `accent-color align-* appearance border-radius box-decoration-break box-shadow box-sizing break-* clear color-scheme
    contain-intrinsic-* cursor flex flex-* float font-family font-feature-settings font-kerning font-stretch font-style
    font-variant font-variant-* font-weight grid-area grid-auto-columns grid-auto-flow grid-column grid-column-* grid-row
    grid-row-* grid-template-areas grid-template-columns hyphens justify-* line-break list-style list-style-* min-block-size
    min-height order orphans overflow-clip-margin overflow-wrap place-* pointer-events quotes scroll-* text-align text-align-*
    text-decoration-color text-decoration-style text-rendering text-shadow text-size-adjust text-transform touch-action
    transition transition-* user-select widows word-break`,
    null,
  ],
  ['margin margin-*', [-16, 200]],
  ['padding padding-* gap column-gap row-gap text-indent', [0, 200]],
  ['border border-*', [0, 40]],
  ['outline outline-* text-decoration-thickness text-underline-offset', [0, 8]],
  ['letter-spacing word-spacing', [-1, 16]],
  ['translate', [-16, 16]],
  ['min-width min-inline-size', [0, PHONE_PX]],
  ['width inline-size', [MIN.widthPx, PHONE_PX]],
  ['max-width max-inline-size', [MIN.widthPx, ANY_PX]],
  // Rows as high as their contents, or higher.
  ['grid-template-rows', /^(auto|1fr|\s)+$/],
  ['z-index', /^\d+$/],
  ['opacity', /^(1|0?\.[5-9]\d*|[5-9]\d%|100%)$/],
  ['line-height', /^([1-9](\.\d+)?(r?em)?|[1-9]\d\d%|(1[2-9]|[2-9]\d)(\.\d+)?px)$/],
  ['font-size-adjust', /^(ex-height )?(1|0?\.[3-9]\d*)$/],
  ['text-decoration text-decoration-line', /^(underline|solid|dotted|dashed|\s)+$/],
  ['text-wrap', /^(wrap|balance|pretty|stable)$/],
  ['white-space', /^(pre-wrap|pre-line|break-spaces)$/],
  ['display', /^(block|(inline-)?(flex|grid)|inline|inline-block|flow-root|list-item|contents)$/],
  ['position', /^(static|relative|sticky)$/],
]

/** Properties for a consent, its text, and whatever can't be told from them. */
const OF_TEXTS: typeof ALLOWED = [
  ['height max-height block-size max-block-size', [MIN.heightPx, ANY_PX]],
  ['overflow overflow-x overflow-y', /^(auto|scroll|visible|\s)+$/],
  ['contain', /^(content|layout|paint|style|size|\s)+$/],
]

/** Properties for parts of the page that contain a consent. They may clip, but have no height of their own. */
const OF_CONTAINERS: typeof ALLOWED = [
  ['background background-* columns container container-* counter-* isolation overflow overflow-*', null],
]

const [TEXTS, CONTAINERS] = [OF_TEXTS, OF_CONTAINERS].map(
  (more) =>
    new Map(
      [...ALLOWED, ...more].flatMap(([all, allowed]) =>
        all.split(/\s+/).map((one) => [one, allowed] as const),
      ),
    ),
) as [Map<string, Allowed>, Map<string, Allowed>]

/** True if a rule may set a property to this value, in lower case. `beside`: all properties that it sets. `isContainer`: it reaches only
 *  parts of the page that contain a consent. */
export function isAllowed(
  property: string,
  value: string,
  { beside, isContainer }: { beside: ReadonlySet<string>; isContainer: boolean },
): boolean {
  const name = property.replace(/^-(webkit|moz|ms)-/, '')
  if (KEYWORDS.test(value) || (value === 'none' && name !== 'display')) return true
  if (name === 'color') return TEXT_COLORS.test(value) || (isColor(value) && !isClear(value))
  if (/^background(-color)?$/.test(name) && !isContainer) return isColor(value)
  if (name === 'font' || name === 'font-size') return isLegible(value)
  if (name === 'transform')
    return isAllowed('translate', MOVE.exec(value)?.[1] ?? '*', { beside, isContainer })
  const [, most] = /^min\(100%, ([^()]*)\)$/.exec(value) ?? []
  if (most !== undefined && name === 'width') return isAllowed('max-width', most, { beside, isContainer })
  if (name === 'contain' && value.includes('size') && !beside.has('height')) return false
  const list = isContainer ? CONTAINERS : TEXTS
  const known = withFamilies(name).find((one) => list.has(one))
  const allowed = known === undefined ? /^$/ : list.get(known)!
  if (allowed === null) return true
  if (allowed instanceof RegExp) return allowed.test(value)
  return lengthsIn(value).every((length) => length >= allowed[0] && length <= allowed[1])
}

const KEYWORDS = /^(inherit|initial|unset|revert|revert-layer|auto|normal|visible)$/
const TEXT_COLORS = /^(currentcolor|(canvas|link|visited)text)$/
const MOVE = /^translate[xy]?\(([^()]*)\)$/

/** border-top-color, and the families that it belongs to: border-top-* and border-*. */
function withFamilies(name: string): string[] {
  const words = name.split('-')
  return words.map((_, at) => (at === 0 ? name : `${words.slice(0, -at).join('-')}-*`))
}

/** True if a font's size is stated and large enough. A number without a unit is its weight. */
function isLegible(font: string): boolean {
  const [size = ''] = plain(font).split(/[/"',]/)
  const sizes = lengthsIn(size.replace(/(^|\s)\d+(?=\s)/g, ' '), FONT_PX / 100)
  return sizes.length > 0 ? sizes.every((one) => one >= MIN.fontPx) : /\b(medium|large|larger)\b/.test(size)
}

/** The contrast of a computed color is unknown. A variable that the stylesheet doesn't set is the theme's. */
function isColor(value: string): boolean {
  return VARIABLE.test(value) || colorOf(value) !== null
}

const VARIABLE = /^var\(--[\w-]+\)$/

function isClear(value: string): boolean {
  return (colorOf(value)?.alpha() ?? 1) < MIN.opacity
}

/** A color that is stated plainly; null for computed ones. */
export function colorOf(value: string): Colord | null {
  const color = colord(value)
  return color.isValid() ? color : null
}

/** True if content drawn before or after a consent could cover it: it is placed over the text and opaque, as far as its rule tells. */
export function covers(values: ReadonlyMap<string, readonly string[]>): boolean {
  const is = (property: string, test: RegExp) =>
    (values.get(property) ?? []).some((value) => test.test(value))
  const isPainted = [...values].some(
    ([property, all]) =>
      PAINTING.test(property) && all.some((value) => !SEE_THROUGH.test(value) && !isClear(value)),
  )
  const isPlaced =
    is('position', /absolute|fixed|relative|sticky/) || values.has('transform') || values.has('translate')
  return isPlaced && isPainted && !is('z-index', /^-/) && !is('display', /^none$/)
}

const PAINTING = /^(background(-color|-image)?|(border|outline)(-(top|right|bottom|left|width))?|box-shadow)$/
/** Values that paint nothing, or a shade that fades evenly. */
const SEE_THROUGH = /^(none|transparent|linear-gradient\([a-z ]+, var\(--[\w-]+\), transparent\))$/

const FONT_PX = 16
/** Pixels of each unit on a phone of 360 by 600. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '': 1,
    px: 1,
    pt: 4 / 3,
    rem: FONT_PX,
    em: FONT_PX,
    ex: 8,
    ch: 8,
    lh: 24,
    vw: 3.6,
    vh: 6,
  }),
)

/** All lengths in a value, in pixels; NaN for what can't be computed. `percent`: pixels of one percent. */
function lengthsIn(value: string, percent = PHONE_PX / 100): number[] {
  const stated = plain(value)
  if (/\*| - |var\(/.test(stated)) return [Number.NaN]
  return Array.from(stated.matchAll(/(?<![\w.-])([+-]?\d*\.?\d+)([^\s,/()]*)/g), ([, number, unit = '']) => {
    const scale = unit === '%' ? percent : (UNITS.get(unit) ?? Number.NaN)
    return Number(number) * scale
  })
}

/** A value without colors, addresses, and the theme's variables. clamp() is its least value. */
function plain(value: string): string {
  return value
    .replace(/#[0-9a-f]+|\b(rgb|hsl|color-mix|url)a?\((?:[^()]|\([^()]*\))*\)|var\(--[\w-]+\)/g, ' ')
    .replace(/clamp\(([^,()]*),[^()]*\)/g, '$1')
}
