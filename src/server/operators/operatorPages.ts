import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Folders, Random } from '../kernel/ports.ts'
import type { Settings } from '../settings/settings.ts'
import { HTTPS_FOR_S } from '../http/https.ts'
import { operatorMarkup } from '../origins/operatorMarkup.ts'
import { OPERATOR_PAGE } from '../origins/pageHeaders.ts'
import { escaped } from '../kernel/escaped.ts'
import { operatorPolicy } from '../kernel/contentSecurityPolicy.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

/** A page for operators, served at `address` and every address below it; its app reads the rest. */
interface OperatorPage {
  address: string
  title: string
  /** Folder of the build, and its entry source file. */
  folder: string
  entry: string
  /** Modules that the entry loads as soon as it runs. */
  soon?: readonly string[]
  /** Path under which the files of the build are served. */
  base: string
  policy: Parameters<typeof operatorPolicy>[0]
  notBuilt: string
}

interface OperatorPageDeps {
  folders: Folders
  settings: Settings
  random: Random
}

/** Registers /stats, /desk and /studio, the pages that load the operators' apps. */
export async function registerOperatorPages(app: FastifyInstance, ctx: OperatorPageDeps): Promise<void> {
  const { stats, studio } = ctx.folders
  await app.register(async (scope) => {
    await scope.register(helmet, { global: false })
    registerOperatorPage(scope, ctx, {
      address: '/stats',
      title: 'Stats',
      folder: stats,
      entry: 'src/stats/main.ts',
      soon: ['src/stats/mount.tsx', 'src/stats/Dashboard.tsx'],
      base: '/main/stats/',
      policy: 'stats',
      notBuilt: NOTICES.statsNotBuilt,
    })
    registerOperatorPage(scope, ctx, {
      address: '/desk',
      title: 'Desk',
      folder: stats,
      entry: 'src/desk/main.tsx',
      base: '/main/stats/',
      policy: 'desk',
      notBuilt: NOTICES.deskNotBuilt,
    })
    registerOperatorPage(scope, ctx, {
      address: '/studio',
      title: 'Studio',
      folder: studio,
      entry: 'src/studio/drafts/main.tsx',
      base: STUDIO_BASE,
      policy: 'studio',
      notBuilt: NOTICES.studioNotBuilt,
    })
  })
}

export const STUDIO_BASE = '/main/studio/'

function registerOperatorPage(
  scope: FastifyInstance,
  ctx: OperatorPageDeps,
  { address, title, folder, entry, soon, base, policy, notBuilt }: OperatorPage,
): void {
  const assets = builtAssets(folder, entry, soon)
  const { productName } = ctx.settings
  const send = async (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = ctx.random(16).toString('base64')
    reply.helmet({
      contentSecurityPolicy: { useDefaults: false, directives: operatorPolicy(policy, nonce) },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: {
        maxAge: HTTPS_FOR_S,
        includeSubDomains: ctx.settings.hstsSubdomains,
      },
    })
    reply.headers({ ...OPERATOR_PAGE, 'cache-control': 'no-store' }).type('text/html; charset=utf-8')
    return operatorDocument({
      assets,
      base,
      nonce,
      title: `${title} · ${productName}`,
      productName,
      notBuilt,
    })
  }
  for (const url of [address, `${address}/*`]) scope.get(url, { exposeHeadRoute: true }, send)
}

interface Assets {
  script: string
  /** Modules that the script loads as soon as it runs. */
  modules: string[]
  styles: string[]
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** Assets that Vite built from the source file `entry` and from the modules it loads as soon as it runs; null if there is no build. */
export function builtAssets(folder: string, entry: string, soon: readonly string[] = []): Assets | null {
  try {
    const manifest = readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')
    return assetsOf(JSON.parse(manifest) as Record<string, Chunk>, entry, soon)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Assets of the entry and the modules it loads soon, including their imports. The entry's come first; otherwise its styles would
 *  override all others. */
function assetsOf(chunks: Record<string, Chunk>, entry: string, soon: readonly string[]): Assets | null {
  const script = chunks[entry]?.file
  if (script === undefined) return null
  const visited = new Set<string>()
  const withImports = (name: string): Chunk[] => {
    const chunk = chunks[name]
    if (!chunk || visited.has(name)) return []
    visited.add(name)
    return [...(chunk.imports ?? []).flatMap(withImports), chunk]
  }
  const loaded = [entry, ...soon].flatMap(withImports)
  return {
    script,
    modules: loaded.map(({ file }) => file).filter((file) => file !== script),
    styles: [...new Set(loaded.flatMap(({ css = [] }) => css))],
  }
}

/** Document that loads an operator's app, with a nonce for the <style> elements that the app writes. */
export function operatorDocument({
  assets,
  base,
  nonce,
  title,
  productName,
  notBuilt,
}: Pick<OperatorPage, 'base' | 'title' | 'notBuilt'> & {
  assets: Assets | null
  nonce: string
  productName: string
}): string {
  const { script, styles = [], modules = [] } = assets ?? {}
  return operatorMarkup({
    title,
    head: [
      `<meta name="csp-nonce" content="${nonce}">`,
      `<meta name="product-name" content="${escaped(productName)}">`,
      ...styles.map((file) => `<link rel="stylesheet" href="${base}${file}">`),
      ...modules.map((file) => `<link rel="modulepreload" href="${base}${file}">`),
      ...(script === undefined ? [] : [`<script type="module" src="${base}${script}"></script>`]),
    ],
    body: `<div id="root">${assets ? OPENING : notBuilt}</div>`,
  })
}

/** Placeholder until the app renders. */
const OPENING = '<main class="opening" aria-busy="true" aria-label="Loading"></main>'
