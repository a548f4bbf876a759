import type { Shown } from './early.ts'

/** Loads the fonts of the site's stylesheet, and uses them from the next question on: letters that are being read don't change. A page
 *  without fonts of its own has none to load. */
export async function showFonts(): Promise<void> {
  const fonts = [...document.fonts]
  if (fonts.length === 0) return
  // A font of the device that stands in for one of them may not exist.
  await Promise.allSettled(fonts.map((font) => font.load()))
  const shown: Shown = 'leadloom:shown'
  addEventListener(shown, () => document.documentElement.setAttribute('data-fonts', ''), { once: true })
}
