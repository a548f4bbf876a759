import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PRODUCT_FONTS, type ThemeFont } from '../../../schemas/flow/theme.ts'

/** Name under which a font is published: its file, or that of a font that comes with the product. */
export function fontFile({ family, file }: ThemeFont): string {
  return file ?? `${PRODUCT_FONTS[family]!.slug}.woff2`
}

/** Contents of the product's fonts that a site uses, by file name. */
export async function productFonts(fonts: readonly ThemeFont[]): Promise<[file: string, bytes: Buffer][]> {
  const used = fonts.filter(({ file }) => file === undefined)
  return Promise.all(
    used.map(async (font) => {
      const { slug } = PRODUCT_FONTS[font.family]!
      const path = resolve(`@fontsource-variable/${slug}/files/${slug}-latin-wght-normal.woff2`)
      return [fontFile(font), await readFile(path)] as [string, Buffer]
    }),
  )
}

const { resolve } = createRequire(import.meta.url)
