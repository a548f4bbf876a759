import { generate, walk, type CssNode, type Rule, type Selector, type StyleSheet } from 'css-tree'
import { placeOf, type StyleFault } from './styleFault.ts'

/** Rules that can meet a consent's text and would keep people from reading it. What is for paper only is let be. */
export function hiddenConsents(sheet: StyleSheet): StyleFault[] {
  const faults: StyleFault[] = []
  walk(sheet, {
    visit: 'Rule',
    enter(rule) {
      if (this.atrule && isForPaper(this.atrule)) return
      if (this.atrule && /keyframes$/i.test(this.atrule.name)) return
      const found = hidesBy(rule)
      const selector = found && selectorsOf(rule).find(meetsConsent)
      if (!found || !selector) return
      faults.push({
        place: placeOf(found.node),
        code: 'hidden_consent',
        message: `A consent could not be read: ${generate(selector)} has ${found.words}.`,
        hint: 'Whoever agrees must be able to read to what: leave it out, or name elements that no consent stands in.',
      })
    },
  })
  return faults
}

function isForPaper({ name, prelude }: Extract<CssNode, { type: 'Atrule' }>): boolean {
  return name.toLowerCase() === 'media' && prelude !== null && /^print\b/i.test(generate(prelude))
}

function selectorsOf({ prelude }: Rule): Selector[] {
  if (prelude.type !== 'SelectorList') return []
  return prelude.children.toArray().flatMap((one) => (one.type === 'Selector' ? one : []))
}

/** What a consent consists of and stands in: widgets/Consent.tsx, src/visitor/StepForm.tsx. */
const TYPES = new Set('html body main div form section p label ul li span a *'.split(' '))
const CLASSES = new Set('stage step elements group consent'.split(' '))
const ATTRIBUTES = new Set(['class', 'data-tf-element-role', 'data-design'])

/** Whether every name in a selector can be one of a consent's text, or of what it stands in. */
function meetsConsent(selector: Selector): boolean {
  return selector.children.toArray().every((part) => {
    if (part.type === 'TypeSelector') return TYPES.has(part.name.toLowerCase())
    if (part.type === 'ClassSelector') return CLASSES.has(part.name)
    if (part.type === 'AttributeSelector') return meetsAttribute(part)
    if (part.type === 'PseudoClassSelector') return meetsPseudoClass(part)
    return part.type === 'Combinator'
  })
}

function meetsAttribute({ name, value }: Extract<CssNode, { type: 'AttributeSelector' }>): boolean {
  if (!ATTRIBUTES.has(name.name)) return false
  return name.name !== 'class' || value === null || /consent|step|stage|elements/.test(generate(value))
}

/** Of those that name others, one is enough. */
function meetsPseudoClass({ name, children }: Extract<CssNode, { type: 'PseudoClassSelector' }>): boolean {
  if (!['is', 'where', 'matches'].includes(name))
    return !['before', 'after', 'empty', 'disabled'].includes(name)
  const lists = children?.toArray() ?? []
  return lists.some(
    (list) =>
      list.type === 'SelectorList' &&
      list.children.toArray().some((one) => one.type === 'Selector' && meetsConsent(one)),
  )
}

/** Smaller or fainter than this, a text is there to be passed over. */
const MIN_FONT_PX = 10
const MIN_OPACITY = 0.5
/** Lower or narrower than this, a box shows no line of text. */
const FLAT_PX = 12
/** Further than this out of its place, a text is off a phone's screen. */
const OFF_SCREEN_PX = 200

type Hides = (value: string, all: ReadonlyMap<string, string>) => boolean

const isNothing: Hides = (value) => /^0[a-z%]*$/.test(value)
const isFlat: Hides = (value) => (pixels(value) ?? FLAT_PX) < FLAT_PX
const isAway: Hides = (value) =>
  value.split(/[\s,()]+/).some((length) => (pixels(length) ?? 0) <= -OFF_SCREEN_PX)
const isFar: Hides = (value) =>
  value.split(/[\s,()]+/).some((length) => Math.abs(pixels(length) ?? 0) >= OFF_SCREEN_PX)
const isFaint: Hides = (value) => share(value) < MIN_OPACITY
const isTiny: Hides = (value) => sizes(value).some((size) => size < MIN_FONT_PX)

/** For each property, the values that hide what has them. */
const HIDES: Record<string, Hides> = {
  display: (value) => value === 'none',
  visibility: (value) => value === 'hidden' || value === 'collapse',
  'content-visibility': (value) => value === 'hidden',
  opacity: isFaint,
  filter: (value) =>
    /blur\((?!0)/.test(value) || share(/opacity\(([^)]*)\)/.exec(value)?.[1] ?? '1') < MIN_OPACITY,
  'font-size': isTiny,
  font: isTiny,
  zoom: isFaint,
  'line-height': isNothing,
  color: (value, all) => isClear(value) || isSame(value, all),
  '-webkit-text-fill-color': isClear,
  width: isFlat,
  height: isFlat,
  'max-width': isFlat,
  'max-height': isFlat,
  'block-size': isFlat,
  'max-block-size': isFlat,
  clip: (value) => value !== 'auto',
  'clip-path': (value) => value !== 'none',
  'text-indent': isFar,
  transform: (value) =>
    /scale[xy3d]*\(0?\.?0*[,)]/.test(value) || (/translate/.test(value) && isFar(value, NO_OTHERS)),
  scale: isNothing,
  translate: isFar,
  left: isFar,
  right: isFar,
  top: isAway,
  bottom: isAway,
  inset: isFar,
  margin: isAway,
  'margin-left': isAway,
  'margin-right': isAway,
  'margin-top': isAway,
}

const NO_OTHERS: ReadonlyMap<string, string> = new Map()

/** The first declaration of a rule that hides. */
function hidesBy({ block }: Rule): { node: CssNode; words: string } | null {
  const declarations = block.children.toArray().flatMap((part) => (part.type === 'Declaration' ? part : []))
  const all = new Map(
    declarations.map(({ property, value }) => [property.toLowerCase(), plain(generate(value))]),
  )
  for (const node of declarations) {
    const property = node.property.toLowerCase()
    const value = plain(generate(node.value))
    if (Object.hasOwn(HIDES, property) && HIDES[property]!(value, all))
      return { node, words: `${property}: ${value}` }
  }
  return null
}

function plain(value: string): string {
  return value.toLowerCase().trim()
}

/** Without any colour, or with hardly any. */
function isClear(value: string): boolean {
  if (value === 'transparent' || /^#...0$|^#.{6}0.$/.test(value)) return true
  const alpha = /^(?:rgba|hsla)\([^/]*,([^,)]+)\)$|\/([^)]+)\)$/.exec(value)
  return alpha !== null && share(alpha[1] ?? alpha[2] ?? '1') < MIN_OPACITY
}

/** The text's colour is that of the ground that it stands on: of its own rule, or of the page. */
function isSame(value: string, all: ReadonlyMap<string, string>): boolean {
  const grounds = [all.get('background'), all.get('background-color')]
  return grounds.includes(value) || ['var(--page)', 'var(--surface)'].includes(value)
}

/** '40%' and '.4' are both 0.4; what is no number is taken to be whole. */
function share(value: string): number {
  const number = Number.parseFloat(value)
  if (Number.isNaN(number)) return 1
  return value.trim().endsWith('%') ? number / 100 : number
}

const UNITS: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  rem: 16,
  em: 16,
  ch: 8,
  vw: 3.6,
  vh: 6,
  cm: 38,
  in: 96,
  '%': 3.6,
  '': 1,
}

function pixels(length: string): number | null {
  const [, number, unit = ''] = /^([+-]?[\d.]+(?:e\d+)?)([a-z%]*)$/.exec(length) ?? []
  const factor = UNITS[unit]
  return number === undefined || factor === undefined ? null : Number(number) * factor
}

/** The sizes in a font: before its line height. */
function sizes(value: string): number[] {
  if (/(^|\s)xx-small/.test(value)) return [9]
  return (value.split('/')[0] ?? '').split(/\s+/).flatMap((part) => {
    const [, number, unit = ''] = /^([\d.]+)(px|pt|rem|em|%)?$/.exec(part) ?? []
    if (number === undefined || (unit === '' && Number(number) !== 0)) return []
    return unit === '%' ? (Number(number) / 100) * 16 : Number(number) * (UNITS[unit] ?? 1)
  })
}
