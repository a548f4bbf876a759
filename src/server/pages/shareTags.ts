import { COLORS } from '../../../schemas/flow/theme.ts'
import type { Flow, Language } from '../../../schemas/flow/flow.ts'
import { pictureHeader } from '../../author/pictures/pictureHeader.ts'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { languageOf } from '../../flow/languages/language.ts'
import { withProduct } from '../../flow/placeholders.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { escaped } from '../kernel/escaped.ts'

/** A site's page as search engines and other services are to know it. */
interface Named {
  /** Flow in the page's language. */
  flow: Flow
  /** Languages of the site, its own first. */
  languages: readonly Language[]
  /** Language that the address asks for, if it does. */
  asked: Language | undefined
  /** Address where visitors reach the server, if a setting says so; a request's own host may be anything. */
  publicUrl: string | null
}

/** Tags that other services read to show a link to the page. A site without `share` is described by its first screen, and has no picture:
 *  its icon is too small for one. Source: Open Graph protocol. */
export function shareTags(
  { version, path, icons }: Pick<Version, 'version' | 'path' | 'icons'>,
  { flow, languages, asked, publicUrl }: Named,
  productName: string,
): string {
  const { site, title } = flow.ui_config
  const { share, landing, promise } = site
  const size = share && pictureHeader(Buffer.from(icons[share.picture] ?? '', 'base64'))
  const own = languageOf(flow)
  const said: [name: string, value: string | number | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', withProduct(site.name, productName)],
    ['og:url', publicUrl === null ? undefined : addressIn(publicUrl, path, asked)],
    ['og:title', share?.title ?? title],
    ['og:description', share?.description ?? landing?.text ?? landing?.title ?? promise ?? title],
    ['og:locale', LOCALES[own]],
    ...languages.flatMap((other): [string, string][] =>
      other === own ? [] : [['og:locale:alternate', LOCALES[other]]],
    ),
    ['og:image', share && `${publicUrl ?? ''}/main/flows/${version}/${share.picture}`],
    ['og:image:width', size?.width],
    ['og:image:height', size?.height],
  ]
  const tags = said.flatMap(([name, value]) =>
    value === undefined ? [] : `\n<meta property="${name}" content="${escaped(String(value))}">`,
  )
  const card = share ? 'summary_large_image' : 'summary'
  return `${tags.join('')}\n<meta name="twitter:card" content="${card}">`
}

const LOCALES: Record<Language, string> = { en: 'en_US', es: 'es_US' }

/** Tags for search engines and for the browser's own bars: the page's own address, those of the site in each of its languages, and its
 *  color. A page that named another as its canonical address would not be found. The address without a language is for any: it is shown
 *  in the one that its reader prefers. Source: Google, "Localized versions
 *  of your pages". */
export function addressTags(path: string, { flow, languages, asked, publicUrl }: Named): string {
  const origin = publicUrl ?? ''
  const others = languages.length > 1 ? [...languages, undefined] : []
  const links = others.map(
    (language) =>
      `\n<link rel="alternate" hreflang="${language ?? 'x-default'}" href="${escaped(addressIn(origin, path, language))}">`,
  )
  const colors = (['light', 'dark'] as const).map((scheme) => {
    const color = flow.ui_config.site.theme?.[scheme]?.masthead ?? COLORS[scheme].masthead
    return `\n<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${escaped(color)}">`
  })
  return `\n<link rel="canonical" href="${escaped(addressIn(origin, path, asked))}">${links.join('')}${colors.join('')}`
}

function addressIn(origin: string, path: string, language: Language | undefined): string {
  return `${origin}/${path}${language === undefined ? '' : `?${LANGUAGE_PARAMETER}=${language}`}`
}
