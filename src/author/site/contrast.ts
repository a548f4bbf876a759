/** Contrast from 1 (equal) to 21 (black and white) of two colors in #rrggbb. Source: WCAG 2.2, "contrast ratio". */
export function contrast(front: string, back: string): number {
  const [one, other] = [luminance(partsOf(front)), luminance(partsOf(back))]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** A background, and the minimum contrast with it. */
export type Ground = readonly [back: string, least: number]

/** The color nearest to `front`, among those between it and black or white, that is readable on all of these backgrounds; null if none
 *  is. */
export function legible(front: string, grounds: readonly Ground[]): string | null {
  const passes = (color: string) => grounds.every(([back, least]) => contrast(color, back) >= least)
  for (let share = 0; share <= 100; share++) {
    const found = [0, 255].map((end) => mixed(front, end, share / 100)).find(passes)
    if (found !== undefined) return found
  }
  return null
}

/** `color` mixed with black (0) or white (255) by a share from 0 to 1. */
export function mixed(color: string, end: number, share: number): string {
  const parts = partsOf(color).map((part) => Math.round(part + (end - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

/** Source: WCAG 2.2, "relative luminance". */
function luminance(parts: number[]): number {
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
