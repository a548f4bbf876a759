import type { ThemeFont } from '../../../schemas/flow/theme.ts'
import { fontFile } from '../publish/productFonts.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'

/** Stylesheet of a site, with the fonts that were published with it. On a visitor's page they are used once the app has loaded them. */
export function siteStyle({ version, flow, style }: Version): string {
  const fonts = flow.ui_config.site.theme?.fonts ?? []
  return fonts.map((font) => faceOf(version, font)).join('') + style
}

function faceOf(version: number, font: ThemeFont): string {
  const { family, file, weight = file === undefined ? ANY_WEIGHT : '400' } = font
  return `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url(/main/flows/${version}/${fontFile(font)})}\n`
}

const ANY_WEIGHT = '100 900'
