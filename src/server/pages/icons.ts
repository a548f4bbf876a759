import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Folders } from '../kernel/ports.ts'
import { ICONS } from '../../author/document/iconFiles.ts'
import { FILE_POLICY } from '../kernel/contentSecurityPolicy.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { siteOf, type SiteDeps } from '../visitors/visit.ts'

interface IconDeps extends SiteDeps {
  folders: Folders
}

/** Serves the icons, fonts, and pictures that were published with a version, each at its version's own address, and the icons of the
 *  host's site where browsers look for them by default. */
export function registerIcons(app: FastifyInstance, ctx: IconDeps): void {
  for (const file of ICONS)
    app.get<{ Params: { version: string } }>(
      `/main/flows/:version/${file}`,
      async ({ params: { version } }, reply) => {
        const published = await versionOf(version, ctx)
        return send(reply, file, FOREVER, published && (await iconOf(published, file, ctx)))
      },
    )
  app.get<{ Params: { version: string; file: string } }>(
    '/main/flows/:version/:file',
    async ({ params: { version, file } }, reply) => {
      const published = Object.hasOwn(TYPES, extname(file).slice(1)) ? await versionOf(version, ctx) : null
      const kept = published && Object.hasOwn(published.icons, file) ? published.icons[file]! : null
      return send(reply, file, FOREVER, kept === null ? null : Buffer.from(kept, 'base64'))
    },
  )
  for (const [url, file] of Object.entries(AT_THE_ROOT))
    app.get(url, { exposeHeadRoute: true }, async (request, reply) => {
      const live = await siteOf(ctx, request)
      return send(reply, file, A_DAY, live && (await iconOf(live, file, ctx)))
    })
}

async function versionOf(number: string, { versions }: IconDeps): Promise<Version | null> {
  return /^[1-9]\d{0,14}$/.test(number) ? versions.get(Number(number)) : null
}

const AT_THE_ROOT = {
  '/favicon.ico': 'favicon.ico',
  '/apple-touch-icon.png': 'icon-180.png',
  '/apple-touch-icon-precomposed.png': 'icon-180.png',
}

const A_DAY = 'public, max-age=86400'
export const FOREVER = 'public, max-age=31536000, immutable'
/** Other files, legal documents above all, aren't served directly. */
const TYPES: Record<string, string> = {
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Versions published before icons were stored use those of the demo site that they name, if it exists. */
async function iconOf({ icons, flow }: Version, file: string, { folders }: IconDeps): Promise<Buffer | null> {
  const kept = icons[file]
  if (kept !== undefined) return Buffer.from(kept, 'base64')
  return readFile(join(folders.sites, flow.ui_config.favicon, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

function send(reply: FastifyReply, file: string, kept: string, icon: Buffer | null): FastifyReply {
  if (!icon) throw refusal(404, REFUSALS.noIcon)
  return reply
    .headers({ 'cache-control': kept, 'content-security-policy': FILE_POLICY })
    .type(TYPES[file.split('.').at(-1)!]!)
    .send(icon)
}
