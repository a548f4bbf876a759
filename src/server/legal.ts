import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DateTime } from 'luxon'
import { SITES } from '../flow/sites.ts'
import type { Context } from './context.ts'
import { hashSource } from './page/assets.ts'
import { escaped } from './page/document.ts'
import type { Settings } from './settings.ts'
import type { Version } from './store/store.ts'

/** The documents that the sites' footers link, /legal/<path>/<slug>: no script, the site's own colors. Their words stand in
 *  fixtures/legal, one fragment a slug, in which {site} is the site's name and {contact} the ways to reach the operator.
 *  Throws when a footer links a document that is not there. */
export function registerLegal(app: FastifyInstance, { versions, settings, now }: Context): void {
  const fragments = readFragments()
  const css = readFileSync(join(FOLDER, 'legal.css'), 'utf8')
  app.get<{ Params: { path: string; slug: string } }>(
    '/legal/:path/:slug',
    { exposeHeadRoute: true },
    async ({ params: { path, slug } }, reply) => {
      const version = await versions.leading(path)
      if (!version) return sendNotFound(reply, css)
      const site = siteOf(version, settings)
      const title = site.footer.find(([, linked]) => linked === slug)?.[0]
      const fragment = fragments.get(slug)
      if (title === undefined || fragment === undefined) return sendNotFound(reply, css)
      const words = fragment.replace(PLACEHOLDER, (_, name: keyof Site['words']) => site.words[name])
      const others = site.footer.filter(([, linked]) => linked !== slug)
      const year = DateTime.fromMillis(now(), { zone: 'America/New_York' }).year
      reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      return send(reply, {
        title: `${title} · ${site.name}`,
        style: `${version.style.trim()}\n${css}`,
        body: `<header class="masthead"><div class="masthead-inner">
<a class="logo" href="/${path}"><img src="${site.icons}/icon.svg" alt="" width="28" height="28">${site.words.site}</a>
</div></header>
<div class="page">
<main>
<h1>${title}</h1>
${words.trim()}
</main>
<nav class="others" aria-labelledby="others"><h2 id="others">More from ${site.words.site}</h2>
<ul>
${others.map(([text, linked]) => `<li><a href="${linked}">${text}</a></li>`).join('\n')}
</ul></nav>
</div>
<footer class="foot"><p>© ${year} ${site.words.site}</p></footer>`,
        icons: site.icons,
      })
    },
  )
  for (const url of ['/legal', '/legal/*']) app.get(url, async (_, reply) => sendNotFound(reply, css))
}

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'legal')
const PLACEHOLDER = /\{(site|contact)\}/g
/** A changed text or address is seen by all within five minutes. */
const KEPT_SECONDS = 300

function readFragments(): ReadonlyMap<string, string> {
  const slugs = Object.values(SITES).flatMap(({ footer }) => footer.map(([, slug]) => slug))
  return new Map(slugs.map((slug) => [slug, readFileSync(join(FOLDER, `${slug}.html`), 'utf8')]))
}

type Site = ReturnType<typeof siteOf>

/** What a document says of the site that it belongs to; `words` are markup. */
function siteOf({ version, path, flow }: Version, settings: Settings) {
  const { template } = flow.ui_config
  const name = SITES[template].name ?? settings.productName
  return {
    name,
    footer: SITES[template].footer,
    icons: `/main/flows/${version}`,
    words: { site: escaped(name), contact: contact(path, settings) },
  }
}

function contact(path: string, { privacyEmail, phoneNumber, postalAddress }: Settings): string {
  const email = escaped(privacyEmail.replaceAll('{site}', path))
  const phone = phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  const address = postalAddress ?? '[The operator’s postal address, to be set as POSTAL_ADDRESS]'
  return `<address><dl>
<div><dt>Email</dt><dd><a href="mailto:${email}">${email}</a></dd></div>
<div><dt>Phone</dt><dd><a href="tel:${phoneNumber}">${phone}</a></dd></div>
<div><dt>Mail</dt><dd>${escaped(address)}</dd></div>
</dl></address>`
}

/** Source: spec, section 2 "Funnel entry screen". */
function sendNotFound(reply: FastifyReply, style: string): FastifyReply {
  const body = `<div class="page"><main>
<h1>Page not found.</h1>
<p class="lead">Sorry, we couldn't find the page you're looking for.</p>
</main></div>`
  return send(reply.code(404), { title: 'Page not found.', style, body })
}

function send(
  reply: FastifyReply,
  { title, style, body, icons }: { title: string; style: string; body: string; icons?: string },
): FastifyReply {
  reply.header('content-security-policy', `${POLICY}; style-src ${hashSource(style)}`)
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  const icon = icons === undefined ? '' : `\n<link rel="icon" href="${icons}/favicon.ico" sizes="32x32">`
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
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

const POLICY =
  "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
