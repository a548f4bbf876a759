import { colorOf, lengthOf, share } from './cssValues.ts'

/** Values of properties that make a text unreadable. */

/** Smaller or fainter text is meant to be overlooked. */
const MIN_FONT_PX = 10
const MIN_OPACITY = 0.5
/** Height or width below which a box shows no line of text; and no more than two, if it is clipped. */
const FLAT_PX = 12
const CUT_PX = 48
/** Offset that moves a text off a phone's screen, and one that moves it below any page. */
const OFF_SCREEN_PX = 200
const FAR_DOWN_PX = 2000
/** Below this letter spacing, letters overlap. */
const TIGHT_PX = -3

/** `all` has the values of the other properties. */
type Hides = (value: string, all: ReadonlyMap<string, string>) => boolean

/** True if a declaration hides the element that it matches, as far as can be told without layout. Values are in lower case, with custom
 *  properties filled in. */
export function hides(property: string, value: string, all: ReadonlyMap<string, string>): boolean {
  return Object.hasOwn(HIDES, property) && HIDES[property]!(value, all)
}

/** Minimum size of lowercase letters, which are half of the font size. */
const MIN_SMALL_LETTERS = 0.3

/** True if content before or after an element covers it and is opaque, as far as its own declarations tell. */
export function covers(all: ReadonlyMap<string, string>): boolean {
  const value = (property: string) => all.get(property) ?? ''
  const sides = all.has('inset') ? ['inset'] : ['top', 'right', 'bottom', 'left']
  const isSpread = sides.every(
    (side) =>
      all.has(side) &&
      value(side)
        .split(' ')
        .every((one) => (lengthOf(one) ?? 1) <= 0),
  )
  const isWhole = ['width', 'height'].every((side) => /^100(%|d?v[wh])$/.test(value(side)))
  const ground = value('background-color') || value('background')
  return (
    !['', 'none'].includes(value('content')) &&
    /^(absolute|fixed)$/.test(value('position')) &&
    (isSpread || isWhole) &&
    /^(#|rgb|hsl|var|[a-z]+$)/.test(ground) &&
    !/^(none|inherit|initial|unset|revert)$/.test(ground) &&
    (colorOf(ground)?.[3] ?? 1) * share(value('opacity') || '1') >= MIN_OPACITY &&
    !((lengthOf(value('z-index')) ?? 0) < 0) &&
    value('display') !== 'none'
  )
}

const isNothing: Hides = (value) => lengthOf(value) === 0
const isFaint: Hides = (value) => share(value) < MIN_OPACITY
const isFlat: Hides = (value, all) => {
  const length = lengthOf(value) ?? CUT_PX
  return length < FLAT_PX || (length < CUT_PX && /hidden|clip/.test(all.get('overflow') ?? ''))
}
const isMasked: Hides = (value) => value !== 'none'
const isNarrow: Hides = (value) => (lengthOf(value) ?? FLAT_PX) < FLAT_PX
const isAway: Hides = (value) => lengths(value).some((length) => length <= -OFF_SCREEN_PX)
const isFar: Hides = (value) => lengths(value).some((length) => Math.abs(length) >= OFF_SCREEN_PX)
const isUpOrDown: Hides = (value, all) =>
  isAway(value, all) || lengths(value).some((length) => length >= FAR_DOWN_PX)
const isTiny: Hides = (value) => (lengthOf(value, 0.16) ?? MIN_FONT_PX) < MIN_FONT_PX || value === 'xx-small'
const isSmall: Hides = (value) => numbers(value).some((number) => share(number) < MIN_OPACITY)
const isClear: Hides = (value) => {
  const faint = /^color-mix\(in [a-z0-9 -]+,[^,]*?([\d.]+)%\s*,\s*transparent/.exec(value)?.[1]
  return (
    (colorOf(value)?.[3] ?? 1) < MIN_OPACITY || (faint !== undefined && Number(faint) / 100 < MIN_OPACITY)
  )
}

const HIDES: Record<string, Hides> = {
  display: (value) => value === 'none',
  visibility: (value) => value === 'hidden' || value === 'collapse',
  'content-visibility': (value) => value === 'hidden',
  opacity: isFaint,
  filter: (value) =>
    /blur\((?!0)/.test(value) || share(/opacity\(([^)]*)\)/.exec(value)?.[1] ?? '1') < MIN_OPACITY,
  'font-size': isTiny,
  'font-size-adjust': (value) => share(value.split(' ').at(-1)!) < MIN_SMALL_LETTERS,
  // Its size is the last length before the line height.
  font: (value, all) =>
    isTiny(/(?:^|\s)(xx-small|[\d.]+[a-z%]*)\s*(?:\/|\s+["'a-z])/.exec(value)?.[1] ?? '', all),
  zoom: isFaint,
  'line-height': isNothing,
  'letter-spacing': (value) => (lengthOf(value) ?? 0) <= TIGHT_PX,
  color: isClear,
  '-webkit-text-fill-color': isClear,
  width: isNarrow,
  'max-width': isNarrow,
  'inline-size': isNarrow,
  'max-inline-size': isNarrow,
  height: isFlat,
  'max-height': isFlat,
  'block-size': isFlat,
  'max-block-size': isFlat,
  'line-clamp': (value) => value !== 'none',
  '-webkit-line-clamp': (value) => value !== 'none',
  'text-overflow': (value, all) => value.includes('ellipsis') && all.get('white-space') === 'nowrap',
  clip: (value) => value !== 'auto',
  'clip-path': (value) => value !== 'none',
  mask: isMasked,
  'mask-image': isMasked,
  '-webkit-mask': isMasked,
  '-webkit-mask-image': isMasked,
  // Such a box has the given height, and shows nothing beyond.
  contain: (value, all) =>
    /\b(size|strict)\b/.test(value) &&
    (/\b(paint|strict)\b/.test(value) || /hidden|clip/.test(all.get('overflow') ?? '')) &&
    !['height', 'min-height', 'block-size', 'min-block-size', 'contain-intrinsic-size'].some((one) =>
      all.has(one),
    ),
  'text-indent': isFar,
  transform: (value, all) => {
    const scales = /scale[xy3d]*\(([^)]*)\)/.exec(value)?.[1]
    const turned = /(rotate[xy3d]+|matrix(3d)?)\((?!0)/.test(value) || /matrix(3d)?\(/.test(value)
    return (
      turned ||
      (scales !== undefined && isSmall(scales, all)) ||
      (/translate/.test(value) && isFar(value, all))
    )
  },
  scale: isSmall,
  rotate: (value) => /^[xy]\s/.test(value),
  translate: isFar,
  'z-index': (value) => (lengthOf(value) ?? 0) < 0,
  left: isFar,
  right: isFar,
  'inset-inline': isFar,
  'inset-inline-start': isFar,
  'inset-inline-end': isFar,
  top: isUpOrDown,
  bottom: isUpOrDown,
  'inset-block': isUpOrDown,
  inset: isFar,
  margin: isAway,
  'margin-left': isAway,
  'margin-right': isAway,
  'margin-top': isAway,
  'margin-inline': isAway,
  'margin-inline-start': isAway,
  'margin-block': isAway,
  'margin-block-start': isAway,
}

/** Lengths in a value, including computed ones and those in functions such as translate(). */
function lengths(value: string): number[] {
  const parts = numbers(value.replace(/translate[xyz3d]*|\bx\b|\by\b/g, ' '))
  const whole = lengthOf(value, undefined)
  return [...(whole === null ? [] : [whole]), ...parts.flatMap((part) => lengthOf(part) ?? [])]
}

/** Parts of a value between commas and blanks, except inside math functions. */
function numbers(value: string): string[] {
  return value.match(/(?:calc|min|max|clamp)\((?:[^()]|\([^()]*\))*\)|[^\s,()]+/g) ?? []
}
