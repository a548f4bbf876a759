import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NOTICES } from '../kernel/operatorNotices.ts'
import { HTTPS_FOR_S } from '../http/https.ts'
import { documentPolicy, NOTICE_POLICY } from '../kernel/contentSecurityPolicy.ts'
import type { Folders } from '../kernel/ports.ts'
import { operatorMarkup } from '../origins/operatorMarkup.ts'
import { OPERATOR_PAGE } from '../origins/pageHeaders.ts'
import type { Settings } from '../settings/settings.ts'
import { readDocs } from './builtDocs.ts'
import { LONGEST_QUERY, notFoundDocument, pageDocument, searchDocument } from './docsDocument.ts'
import { docsSearch } from './searchDocs.ts'

interface DocsDeps {
  folders: Folders
  settings: Settings
}

/** Serves the documentation at /docs, where operators and authors are, without a login and without scripts. A search is a plain GET. */
export async function registerDocs(app: FastifyInstance, { folders, settings }: DocsDeps): Promise<void> {
  const style = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8').trim()
  const policy = documentPolicy(style, null)
  // Few visits of a server read them, so it starts without them.
  let opened: ReturnType<typeof open> | undefined
  const open = () => {
    const docs = readDocs(folders.docs)
    if (!docs) return null
    const pages = new Map(docs.pages.map((page) => [page.address, page]))
    return { frame: { docs, style, productName: settings.productName }, pages, search: docsSearch(docs) }
  }
  const read = () => (opened ??= open())
  const send = (reply: FastifyReply, html: string, csp = policy) => {
    reply.helmet({
      contentSecurityPolicy: false,
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: { maxAge: HTTPS_FOR_S, includeSubDomains: settings.hstsSubdomains },
    })
    return reply
      .headers({ ...OPERATOR_PAGE, 'content-security-policy': csp, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(html)
  }
  const sendNotBuilt = (reply: FastifyReply) =>
    send(
      reply.code(503),
      operatorMarkup({ title: settings.productName, body: `<p>${NOTICES.docsNotBuilt}</p>` }),
      NOTICE_POLICY,
    )

  await app.register(async (scope) => {
    await scope.register(helmet, { global: false })
    scope.get<{ Querystring: { q?: string } }>(
      '/docs/search',
      { exposeHeadRoute: true, schema: { querystring: QUERY } },
      async ({ query }, reply) => {
        const docs = read()
        if (!docs) return sendNotBuilt(reply)
        const q = (query.q ?? '').trim().slice(0, LONGEST_QUERY)
        return send(reply, searchDocument(docs.frame, q, docs.search(q)))
      },
    )
    scope.get<{ Params: { name: string } }>(
      '/docs/files/:name',
      { exposeHeadRoute: true },
      async ({ params: { name } }, reply) => {
        const docs = read()
        if (!docs?.frame.docs.pictures.includes(name)) return sendNothing(reply)
        const picture = await readFile(join(folders.docs, 'files', name))
        return reply
          .headers({ 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-cache' })
          .type(PICTURES[extname(name)] ?? 'application/octet-stream')
          .send(picture)
      },
    )
    for (const url of ['/docs', '/docs/*'])
      scope.get(url, { exposeHeadRoute: true }, async (request, reply) => {
        const docs = read()
        if (!docs) return sendNotBuilt(reply)
        const [path = ''] = request.url.split('?', 1)
        const page = docs.pages.get(path)
        if (page) return send(reply, pageDocument(docs.frame, page))
        // Links to the Markdown files lead to their pages.
        const other = path.replace(/(?:\/README)?(?:\.md)?\/?$/, '')
        if (docs.pages.has(other)) return reply.redirect(other, 302)
        return sendNothing(reply)
      })
    function sendNothing(reply: FastifyReply) {
      const docs = read()
      return docs ? send(reply.code(404), notFoundDocument(docs.frame)) : sendNotBuilt(reply)
    }
  })
}

const QUERY = { type: 'object', properties: { q: { type: 'string' } } }

const PICTURES: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}
