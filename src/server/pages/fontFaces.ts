import type { Version } from '../../store/nouns/versions/versionTypes.ts'

/** Stylesheet of a site, with the fonts that were published with it. */
export function siteStyle({ version, flow, style }: Version): string {
  return (
    fontsOf(flow)
      .map(
        ({ family, file, weight = '400' }) =>
          `@font-face{font-family:'${family}';font-weight:${weight};font-display:optional;src:url(${addressOf(version, file)})}\n`,
      )
      .join('') + style
  )
}

/** Makes the browser fetch the fonts along with the page; a font that arrives after the first question is left for the next visit. */
export function fontPreloads({ version, flow }: Pick<Version, 'version' | 'flow'>): string {
  return fontsOf(flow)
    .map(
      ({ file }) =>
        `\n<link rel="preload" href="${addressOf(version, file)}" as="font" type="font/woff2" crossorigin>`,
    )
    .join('')
}

function fontsOf({ ui_config }: Version['flow']) {
  return ui_config.site.theme?.fonts ?? []
}

function addressOf(version: number, file: string): string {
  return `/main/flows/${version}/${file}`
}
