/** Approximate lengths in a stylesheet, for a phone of 360 by 600 with text of 16 pixels. */

const UNITS: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  rem: 16,
  em: 16,
  ex: 8,
  ch: 8,
  lh: 24,
  rlh: 24,
  vw: 3.6,
  vi: 3.6,
  vh: 6,
  svh: 6,
  dvh: 6,
  lvh: 6,
  cm: 38,
  mm: 3.8,
  in: 96,
  '%': 3.6,
  '': 1,
}

/** Length in pixels, or a plain number; null for anything else. `percent` is the size of one percent, by default of the screen's width. */
export function lengthOf(value: string, percent = UNITS['%']): number | null {
  const tokens = value.match(/[\d.]+(?:e[+-]?\d+)?[a-z%]*|[a-z][a-z-]*\(|[-+*/(),]/gi) ?? []
  if (tokens.join('') !== value.replace(/\s+/g, '')) return null
  const next = () => tokens.shift()
  const sum = (): number => {
    let total = product()
    while (tokens[0] === '+' || tokens[0] === '-') total += next() === '+' ? product() : -product()
    return total
  }
  const product = (): number => {
    let total = factor()
    while (tokens[0] === '*' || tokens[0] === '/')
      total = next() === '*' ? total * factor() : total / factor()
    return total
  }
  const factor = (): number => {
    const token = next() ?? ''
    if (token === '-') return -factor()
    if (token === '+') return factor()
    if (token.endsWith('(')) {
      const values = [sum()]
      while (tokens[0] === ',') {
        next()
        values.push(sum())
      }
      next()
      return called(token.slice(0, -1).toLowerCase(), values)
    }
    const [, number, unit = ''] = /^([\d.]+(?:e[+-]?\d+)?)([a-z%]*)$/i.exec(token) ?? []
    const known = Object.hasOwn(UNITS, unit.toLowerCase()) ? UNITS[unit.toLowerCase()] : undefined
    const scale = unit === '%' ? percent : known
    return scale === undefined ? Number.NaN : Number(number) * scale
  }
  const result = sum()
  return Number.isNaN(result) || tokens.length > 0 ? null : result
}

function called(name: string, values: number[]): number {
  if (name === 'min') return Math.min(...values)
  if (name === 'max') return Math.max(...values)
  if (name === 'clamp') return Math.max(values[0]!, Math.min(values[1]!, values[2]!))
  return (name === 'calc' || name === '') && values.length === 1 ? values[0]! : Number.NaN
}

/** '40%' and '.4' are both 0.4; anything that is not a number counts as 1. */
export function share(value: string): number {
  return lengthOf(value, 0.01) ?? 1
}

/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
export type Color = readonly [number, number, number, number]

const NAMED: Record<string, Color> = {
  white: [255, 255, 255, 1],
  black: [0, 0, 0, 1],
  transparent: [0, 0, 0, 0],
}

/** A color that is stated plainly; null for computed colors and other names. */
export function colorOf(value: string): Color | null {
  if (Object.hasOwn(NAMED, value)) return NAMED[value]!
  if (/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(value)) {
    const digits = value.slice(1)
    const wide = digits.length < 6 ? Array.from(digits, (digit) => digit + digit).join('') : digits
    const [red, green, blue, alpha = 255] = wide.match(/../g)!.map((pair) => Number.parseInt(pair, 16))
    return [red!, green!, blue!, alpha / 255]
  }
  const [, name = '', parts = ''] =
    /^(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(([^()]*)\)$/.exec(value) ?? []
  const [first = '', second, third, alpha = '1'] = parts.split(/[\s,/]+/).filter((part) => part !== '')
  const [red, green, blue] = [first, second, third].map((part) => lengthOf(part ?? '', 2.55))
  if (name === 'rgb' && red != null && green != null && blue != null) return [red, green, blue, share(alpha)]
  // For other color functions, only visibility matters.
  return name !== '' && name !== 'rgb' && share(alpha) < 1 ? [Number.NaN, 0, 0, share(alpha)] : null
}
