import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const read = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** Fonts of the PDF, which embeds only the letters it needs. They cover Latin, Greek, Cyrillic, Armenian, and Georgian. */
export const FONTS = { body: read('DejaVuSans'), bold: read('DejaVuSans-Bold') } as const

const body = fontkit.create(FONTS.body) as fontkit.Font

/** A text with only letters that can be shown. Letters missing from the fonts become their number, ⟨U+4E2D⟩. So do letters written from
 *  right to left, which would appear in the wrong order, and the bracket itself. */
export function showable(text: string): string {
  return Array.from(text.replaceAll('\r\n', '\n'), (sign) => (isShown(sign) ? sign : numbered(sign))).join('')
}

/** A long line may be broken at any UTF-16 unit, so a letter of two units becomes its number too. */
function isShown(sign: string): boolean {
  if (sign === '\n') return true
  return sign.length === 1 && !NUMBERED.test(sign) && body.hasGlyphForCodePoint(sign.codePointAt(0)!)
}

function numbered(sign: string): string {
  return `⟨U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Control characters, characters that change the direction of writing, and letters written from right to left. Source: Unicode Standard
 *  Annexes 9 and 24. */
const NUMBERED =
  /[⟨\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
