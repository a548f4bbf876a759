import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Serves the file that crawlers look for at the root, independent of any page. */
export function registerRobots(app: FastifyInstance): void {
  app.get('/robots.txt', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(ROBOTS),
  )
}

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /desk
Disallow: /stats
Disallow: /studio
Disallow: /webhook/
`

/** Refuses requests for a file or for something hidden. No site has a path like that, and the client (a browser looking for an icon, a
 *  scanner looking for a hole) isn't a visitor. Every other path shows a page. */
export const refuseFiles: onRequestHookHandler = ({ url }, _reply, done) => {
  const path = url.split(/[?#]/, 1)[0]!
  if (FILE.test(path) || HIDDEN.test(path)) done(refusal(404, REFUSALS.nothingHere))
  else done()
}

const FILE =
  /~$|\.(?:7z|7zip|asp|aspx|avif|backup|bak|bck|bmp|bz2|cfg|cgi|conf|config|css|csv|db|env|eot|gif|gz|ico|ini|jpe?g|js|json|jsp|log|map|md|mjs|mp[34]|old|orig|pdf|php\d?|png|rar|save|sh|sql|svg|swp|tar|tbz2|tgz|toml|tsx?|ttf|txt|wasm|webm|webmanifest|webp|woff2?|xml|ya?ml|zip)$/i
const HIDDEN = /\/\./
