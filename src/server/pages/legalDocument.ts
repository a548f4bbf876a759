import { SITE_PAGE } from '../origins/pageHeaders.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Language } from '../../../schemas/flow/flow.ts'
import { LEGAL } from '../../texts/languages/legalSentences.ts'
import { sentencesOf } from '../../texts/languages/sentences.ts'
import { LANGUAGE_NAMES } from '../../texts/languages/languageNames.ts'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { languageOf, languagesOf } from '../../flow/languages/language.ts'
import { logoOf } from '../../flow/logo.ts'
import { withProduct } from '../../flow/placeholders.ts'
import { inElement } from './assets.ts'
import { siteStyle } from './fontFaces.ts'
import { escaped } from '../kernel/escaped.ts'
import { documentPolicy } from '../kernel/contentSecurityPolicy.ts'
import type { Settings } from '../settings/settings.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'

export type LegalSite = ReturnType<typeof legalSite>

/** Data of a site for its documents, in the language of its flow; `words` are markup. */
export function legalSite(published: Version, settings: Settings) {
  const { version, path, flow } = published
  const { site } = flow.ui_config
  const name = withProduct(site.name, settings.productName)
  return {
    path,
    name,
    style: siteStyle(published),
    logo: logoOf(site),
    footer: site.footer,
    flow,
    icons: `/main/flows/${version}`,
    language: languageOf(flow),
    /** The site's other languages. */
    others: languagesOf(flow).slice(1),
    /** Address of a page in one of the site's languages; the language is added only if there are several. */
    addressOf: (page: string, language: Language) =>
      languagesOf(flow).length > 1 ? `${page}?${LANGUAGE_PARAMETER}=${language}` : page,
    words: {
      site: escaped(name),
      product: escaped(settings.productName),
      contact: contact(path, settings, languageOf(flow), site.phone),
    },
  }
}

/** Sends one document of a site, titled as in its footer. `main`: markup. */
export function sendLegal(
  reply: FastifyReply,
  { site, css, slug, main, now }: { site: LegalSite; css: string; slug: string; main: string; now: number },
): FastifyReply {
  const title = site.footer.find(({ document }) => document === slug)?.text ?? site.name
  return sendDocument(reply, { site, css, title, main, now, slug })
}

/** Sends a page of a site without scripts, with links to its documents. `slug`: the document, if it is one of these. */
export function sendDocument(
  reply: FastifyReply,
  {
    site,
    css,
    title,
    main,
    now,
    slug,
    referrer,
  }: {
    site: LegalSite
    css: string
    title: string
    /** Markup. */
    main: string
    now: number
    slug?: string
    referrer?: string
  },
): FastifyReply {
  const { LEGAL_PAGE } = LEGAL[site.language]
  const { language, addressOf } = site
  // Links next to one of these documents use only the last part of the address.
  const base = slug === undefined ? `/legal/${site.path}/` : ''
  const elsewhere =
    slug === undefined ? [] : site.others.map((other) => [other, addressOf(slug, other)] as const)
  const others = site.footer.filter(({ document }) => document !== slug)
  const year = newYorkDate(now).slice(0, 4)
  return send(reply, {
    title: `${title} · ${site.name}`,
    style: inElement(`${css}\n${site.style}`),
    body: `<header class="masthead"><div class="masthead-inner">
<a class="logo" href="/${addressOf(site.path, language)}">${logoMarkup(site)}</a>
${elsewhere.map(([other, address]) => `<a class="language" href="${address}" lang="${other}" hreflang="${other}">${LANGUAGE_NAMES[other]}</a>`).join('')}</div></header>
<div class="page">
<main>
<h1>${escaped(title)}</h1>
${main.trim()}
</main>
<nav class="others" aria-labelledby="others"><h2 id="others">${LEGAL_PAGE.others(site.words.site)}</h2>
<ul>
${others.map(({ text, document }) => `<li><a href="${base}${addressOf(document, language)}">${escaped(text)}</a></li>`).join('\n')}
</ul></nav>
</div>
<footer class="foot"><p>© ${year} ${site.words.site}</p></footer>`,
    language,
    icons: site.icons,
    flow: site.flow,
    referrer,
  })
}

/** Stylesheet of such pages; it comes before the site's own. */
export function readLegalStyle(): string {
  return [FOOT, join(LEGAL_FOLDER, 'legal.css')].map((file) => readFileSync(file, 'utf8')).join('\n')
}

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Folder of the product's own texts for legal documents. */
export const LEGAL_FOLDER = join(ROOT, 'fixtures', 'legal')
const FOOT = join(ROOT, 'src', 'visitor', 'page', 'foot.css')

function logoMarkup({ icons, logo, words }: LegalSite): string {
  const { file, width, height, says_name } = logo
  const picture = `<img src="${icons}/${file}" alt="${says_name ? words.site : ''}" width="${width}" height="${height}">`
  return says_name ? picture : picture + words.site
}

export function sendNotFound(reply: FastifyReply, style: string, language: Language): FastifyReply {
  const { NOT_FOUND, WAY_HOME } = sentencesOf(language)
  const body = `<div class="page"><main>
<h1>${NOT_FOUND.title}</h1>
<p class="lead">${NOT_FOUND.lead}</p>
<p><a href="${WAY_HOME.href}">${WAY_HOME.text}</a></p>
</main></div>`
  return send(reply.code(404).header('cache-control', 'no-store'), {
    title: NOT_FOUND.title,
    language,
    style,
    body,
  })
}

function contact(
  path: string,
  { privacyEmail, phoneNumber, postalAddress }: Settings,
  language: Language,
  own = phoneNumber,
): string {
  const { LEGAL_PAGE } = LEGAL[language]
  const email = escaped(privacyEmail.replaceAll('{site}', path))
  const phone = own.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  const address = postalAddress ?? LEGAL_PAGE.addressUnset
  return `<address><dl>
<div><dt>${LEGAL_PAGE.email}</dt><dd><a href="mailto:${email}">${email}</a></dd></div>
<div><dt>${LEGAL_PAGE.phone}</dt><dd><a href="tel:${own}">${phone}</a></dd></div>
<div><dt>${LEGAL_PAGE.address}</dt><dd>${escaped(address)}</dd></div>
</dl></address>`
}

function send(
  reply: FastifyReply,
  {
    title,
    language,
    style,
    body,
    icons,
    flow = null,
    referrer = 'strict-origin-when-cross-origin',
  }: {
    title: string
    language: Language
    style: string
    body: string
    icons?: string
    flow?: Version['flow'] | null
    referrer?: string | undefined
  },
): FastifyReply {
  reply.headers({ ...SITE_PAGE, 'content-security-policy': documentPolicy(style, flow) })
  reply.header('referrer-policy', referrer)
  const icon = icons === undefined ? '' : `\n<link rel="icon" href="${icons}/favicon.ico" sizes="32x32">`
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}" data-fonts>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>${icon}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`)
}
