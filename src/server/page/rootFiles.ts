import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import type { Context } from '../context.ts'
import { refusal } from '../problem.ts'
import { siteOf } from './visit.ts'

/** The files that browsers and crawlers look for at the root, whatever a page says: the icons of the host's site, and
 *  robots.txt. */
export function registerRootFiles(app: FastifyInstance, ctx: Context): void {
  for (const { url, file, type } of ICONS)
    app.get(url, { exposeHeadRoute: true }, async (request, reply) => {
      const live = await siteOf(ctx, request)
      const icon = live && (await read(join(ctx.folders.sites, live.flow.ui_config.favicon, file)))
      if (!icon) throw nothingHere()
      return reply.header('cache-control', A_DAY).type(type).send(icon)
    })
  app.get('/robots.txt', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.header('cache-control', A_DAY).type('text/plain; charset=utf-8').send(ROBOTS),
  )
}

const TOUCH_ICON = { file: 'icon-180.png', type: 'image/png' }
const ICONS = [
  { url: '/favicon.ico', file: 'favicon.ico', type: 'image/x-icon' },
  { url: '/apple-touch-icon.png', ...TOUCH_ICON },
  { url: '/apple-touch-icon-precomposed.png', ...TOUCH_ICON },
]

const A_DAY = 'public, max-age=86400'

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /stats
Disallow: /webhook/
`

async function read(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Refuses what asks for a file, or for something hidden: no site has a path like that, and whoever asks (a browser for
 *  an icon, a scanner for a hole) is no visitor. Every other path shows a page. */
export const refuseFiles: onRequestHookHandler = ({ url }, _reply, done) => {
  const path = url.split(/[?#]/, 1)[0]!
  if (FILE.test(path) || HIDDEN.test(path)) done(nothingHere())
  else done()
}

const FILE =
  /\.(?:asp|aspx|avif|bak|bmp|cfg|cgi|conf|config|css|csv|db|env|eot|gif|gz|ico|ini|jpe?g|js|json|jsp|log|map|md|mjs|mp[34]|old|pdf|php\d?|png|rar|sh|sql|svg|tar|tgz|toml|tsx?|ttf|txt|wasm|webm|webmanifest|webp|woff2?|xml|ya?ml|zip)$/i
const HIDDEN = /\/\./

function nothingHere(): Error {
  return refusal(404, 'There is nothing at this address.')
}
