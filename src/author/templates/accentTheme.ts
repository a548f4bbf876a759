import { COLORS, type Theme } from '../../../schemas/flow/theme.ts'
import { legible, mixed } from '../site/contrast.ts'

/** Light and dark colors around an accent, which is adjusted only as far as readability requires. */
export function accentTheme(accent: string): Theme {
  return {
    light: around(accent, 'light', { end: 255, soft: 0.9 }),
    dark: around(accent, 'dark', { end: 0, soft: 0.72 }),
  }
}

/** `end`: side of the background, white (255) or black (0); `soft`: how close the soft accent is to it. */
function around(
  accent: string,
  scheme: 'light' | 'dark',
  { end, soft }: { end: number; soft: number },
): NonNullable<Theme['light']> {
  const { page, surface, muted, focus } = COLORS[scheme]
  const quiet = mixed(accent, end, soft)
  // The product's own backgrounds on which it must be readable.
  const grounds = [page, surface].map((back) => [back, TEXT] as const)
  const accent_soft =
    legible(quiet, [
      [muted, TEXT],
      [focus, CONTROL],
    ]) ?? surface
  const shown = legible(accent, [...grounds, [accent_soft, TEXT]]) ?? COLORS[scheme].accent
  const strong = mixed(shown, 255 - end, 0.2)
  const ink = legible(end === 255 ? '#ffffff' : '#000000', [
    [shown, TEXT],
    [strong, TEXT],
  ])
  return { accent: shown, accent_strong: strong, accent_soft, accent_ink: ink ?? COLORS[scheme].accent_ink }
}

/** Source: WCAG 2.2, 1.4.3 and 1.4.11. */
const [TEXT, CONTROL] = [4.5, 3]
