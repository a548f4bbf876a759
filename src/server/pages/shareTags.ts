import { COLORS } from '../../../schemas/flow/theme.ts'
import { pictureHeader } from '../../author/pictures/pictureHeader.ts'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import { withProduct } from '../../flow/placeholders.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { escaped } from '../kernel/escaped.ts'

/** Tags that other services read to show a link to the page; '' if the site has none. `host`: the requested address without its path.
 *  Source: Open Graph protocol. */
export function shareTags(
  { version, path, flow, icons }: Version,
  host: string,
  productName: string,
): string {
  const { site, title } = flow.ui_config
  const { share } = site
  if (!share) return ''
  const size = pictureHeader(Buffer.from(icons[share.picture] ?? '', 'base64'))
  const said: [name: string, value: string | number | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', withProduct(site.name, productName)],
    ['og:url', `${host}/${path}`],
    ['og:title', share.title ?? title],
    ['og:description', share.description],
    ['og:image', `${host}/main/flows/${version}/${share.picture}`],
    ['og:image:width', size?.width],
    ['og:image:height', size?.height],
  ]
  const tags = said.flatMap(([name, value]) =>
    value === undefined ? [] : `\n<meta property="${name}" content="${escaped(String(value))}">`,
  )
  return `${tags.join('')}\n<meta name="twitter:card" content="summary_large_image">`
}

/** Tags for search engines and for the browser's own bars: the site's one address, that of each of its languages, and its color.
 *  `publicUrl`: where visitors reach the server, if a setting says so; a request's own host may be anything. `asked`: the language that the
 *  page's own address names. Source: Google, "Localized versions of your pages". */
export function addressTags(
  { path, flow }: Pick<Version, 'path' | 'flow'>,
  publicUrl: string | null,
  asked?: string,
): string {
  const address = `${publicUrl ?? ''}/${path}`
  const languages = languagesOf(flow)
  const others = languages.length > 1 ? [...languages, 'x-default'] : []
  const addressIn = (language: string) => `${address}?${LANGUAGE_PARAMETER}=${language}`
  const links = others.map((language) => {
    const own = language === 'x-default' ? address : addressIn(language)
    return `\n<link rel="alternate" hreflang="${language}" href="${escaped(own)}">`
  })
  // A version that named another as its canonical address would not be found.
  const canonical = others.length > 0 && languages.find((language) => language === asked)
  const colors = (['light', 'dark'] as const).map((scheme) => {
    const color = flow.ui_config.site.theme?.[scheme]?.masthead ?? COLORS[scheme].masthead
    return `\n<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${escaped(color)}">`
  })
  return `\n<link rel="canonical" href="${escaped(canonical ? addressIn(canonical) : address)}">${links.join('')}${colors.join('')}`
}
