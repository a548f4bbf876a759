import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const read = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** The fonts of which a file gets those letters that it needs. They have Latin, Greek, Cyrillic, Armenian and Georgian in full. */
export const FONTS = { body: read('DejaVuSans'), bold: read('DejaVuSans-Bold') } as const

const body = fontkit.create(FONTS.body) as fontkit.Font

/** A text of which every letter can be shown. What the fonts lack stands as its number, ⟨U+4E2D⟩, and so does what is written from
 *  right to left, which would stand in the wrong order, and the bracket itself. */
export function showable(text: string): string {
  return Array.from(text.replaceAll('\r\n', '\n'), (sign) => (isShown(sign) ? sign : numbered(sign))).join('')
}

/** A line that is too long may be broken at any unit of it: a letter of two of them stands as its number too. */
function isShown(sign: string): boolean {
  if (sign === '\n') return true
  return sign.length === 1 && !NUMBERED.test(sign) && body.hasGlyphForCodePoint(sign.codePointAt(0)!)
}

function numbered(sign: string): string {
  return `⟨U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Controls and what turns the direction of writing, and letters from right to left. Source: Unicode Standard Annexes 9 and 24. */
const NUMBERED =
  /[⟨\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
