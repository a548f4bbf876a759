import type { Version } from '../../store/versions/versionTypes.ts'

/** A site's stylesheet, with the fonts that were published with it. */
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

/** Has the browser fetch the fonts beside the page: one that comes later than the first question is left for the next visit. */
export function fontPreloads({ version, flow }: Pick<Version, 'version' | 'flow'>): string {
  return fontsOf(flow)
    .map(
      ({ file }) =>
        `\n<link rel="preload" href="${addressOf(version, file)}" as="font" type="font/woff2" crossorigin>`,
    )
    .join('')
}

/** What a Content-Security-Policy says of them: nothing where there are none. */
export function fontPolicy(flow: Version['flow']): string {
  return fontsOf(flow).length === 0 ? '' : "; font-src 'self'"
}

function fontsOf({ ui_config }: Version['flow']) {
  return ui_config.site.theme?.fonts ?? []
}

function addressOf(version: number, file: string): string {
  return `/main/flows/${version}/${file}`
}
