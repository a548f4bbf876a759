import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { HTTPS_FOR_S } from '../http/https.ts'
import { escaped } from '../pages/pageDocument.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'

/** /stats and every address below it: the page that loads the operator's app, which reads the rest of the address. */
export async function registerStatsPage(app: FastifyInstance, ctx: Context): Promise<void> {
  const assets = builtAssets(join(ctx.folders.stats, '.vite', 'manifest.json'))
  await app.register(async (scope) => {
    await scope.register(helmet, { global: false })
    const send = async (_request: FastifyRequest, reply: FastifyReply) => {
      const nonce = ctx.random(16).toString('base64')
      reply.helmet({
        contentSecurityPolicy: { useDefaults: false, directives: policy(nonce) },
        xFrameOptions: { action: 'deny' },
        strictTransportSecurity: {
          maxAge: HTTPS_FOR_S,
          includeSubDomains: ctx.settings.hstsSubdomains,
        },
      })
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      return html({ assets, nonce, productName: ctx.settings.productName })
    }
    scope.get('/stats', { exposeHeadRoute: true }, send)
    scope.get('/stats/*', { exposeHeadRoute: true }, send)
  })
}

interface Assets {
  script: string
  /** What the script asks for as soon as it runs. */
  modules: string[]
  styles: string[]
}

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** What Vite built. Without a build there is no page, and the server says so when it starts. */
function builtAssets(manifest: string): Assets | null {
  try {
    return assetsOf(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The entry with all that it loads at once; what those load later (charts, files) stays out. */
function assetsOf(chunks: Record<string, Chunk>): Assets | null {
  const entry = Object.values(chunks).find(({ isEntry }) => isEntry)
  if (!entry) return null
  const loaded = new Set([entry])
  const waiting = [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]
  for (const name of waiting) {
    const chunk = chunks[name]
    if (!chunk || loaded.has(chunk)) continue
    loaded.add(chunk)
    waiting.push(...(chunk.imports ?? []))
  }
  const all = [...loaded]
  return {
    script: entry.file,
    modules: all.slice(1).map(({ file }) => file),
    styles: [...new Set(all.flatMap(({ css = [] }) => css))],
  }
}

/** Mantine writes style elements at run time: they carry the nonce. */
function policy(nonce: string): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    // A large workbook is packed beside the page, by a script that the page writes itself.
    'worker-src': ['blob:'],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

function html({
  assets,
  nonce,
  productName,
}: {
  assets: Assets | null
  nonce: string
  productName: string
}): string {
  const links = assets?.styles.map((file) => `<link rel="stylesheet" href="/main/stats/${file}">`) ?? []
  const modules = assets?.modules.map((file) => `<link rel="modulepreload" href="/main/stats/${file}">`) ?? []
  const script = assets && `<script type="module" src="/main/stats/${assets.script}"></script>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="csp-nonce" content="${nonce}">
<meta name="product-name" content="${escaped(productName)}">
<title>Stats · ${escaped(productName)}</title>
${[...links, ...modules].join('\n')}
${script ?? ''}
</head>
<body><div id="root">${assets ? OPENING : NOTICES.statsNotBuilt}</div></body>
</html>
`
}

/** What stands there until the app does. */
const OPENING = '<main class="opening" aria-busy="true" aria-label="Loading"></main>'
