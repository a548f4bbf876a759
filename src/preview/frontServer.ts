import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Language } from '../../schemas/flow/flow.ts'
import { previewPolicy } from '../server/kernel/contentSecurityPolicy.ts'
import { FOLDERS } from '../server/main.ts'
import { builtAssets, operatorDocument, STUDIO_BASE } from '../server/operators/operatorPages.ts'
import { sessionCookie } from '../server/visitors/visit.ts'
import { NOTICES } from '../server/kernel/operatorNotices.ts'
import { PREVIEW } from './previewWords.ts'
import { inScheme, type Scheme } from './inScheme.ts'
import type { OpenSite } from './openSite.ts'
import type { Preview, Wish } from './preview.ts'
import { NOT_CACHED, type SiteAnswer } from './rewritten.ts'
import { sentBytes, slowLine } from './slowLine.ts'
import { withStepReports } from './stepReports.ts'

/** Serves the author's browser: the page with the panes, their contents, new visits, and, in a frame of that page, the site as its
 *  server answers it. It accepts only this machine under its own names, so that no other site's page can read what is typed here. */
export async function frontServer({ app, preview, path }: OpenSite): Promise<FastifyInstance> {
  const front = fastify({ forceCloseConnections: true, exposeHeadRoutes: false })
  await front.register(cookie)
  front.addHook('onRequest', async (request, reply) => {
    if (!isOwn(request)) return reply.code(403).type('text/plain').send(PREVIEW.otherSite)
  })
  const line = slowLine({ now: Date.now, sleep: setTimeout })
  const assets = builtAssets(FOLDERS.studio, 'src/studio/dev/main.tsx')
  front.get('/', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': previewPolicy(nonce) })
      .type('text/html; charset=utf-8')
      .send(operatorDocument({ assets, base: STUDIO_BASE, nonce, ...DEV_PAGE }))
  })
  front.get('/studio/events', (request, reply) => void tell(preview, request, reply))
  front.get<{
    Querystring: { by: Wish['by']; step?: string; lang?: Language; scheme?: Scheme; network?: 'slow' }
  }>(
    '/studio/visit',
    { schema: { querystring: WISH } },
    async ({ query: { by, step = null, lang, scheme, network } }, reply) => {
      const session = await preview.begin({ by, step, language: lang })
      if (!session) return reply.code(404).type('text/plain').send(PREVIEW.noVisit)
      return reply
        .setCookie(sessionCookie(path), session.token, COOKIE)
        .setCookie(SCHEME_COOKIE, scheme ?? '', COOKIE)
        .setCookie(NETWORK_COOKIE, network ?? '', COOKIE)
        .send({ address: `/${path}` })
    },
  )
  front.removeAllContentTypeParsers()
  front.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
  front.all('/*', async (request, reply) => {
    const answer = await app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: asPage(request.headers),
      ...(Buffer.isBuffer(request.body) && { payload: request.body }),
    })
    const token = tokenIn(answer.headers['set-cookie'], path) ?? request.cookies[sessionCookie(path)]
    if (token !== undefined && isPage(request)) preview.follow(token)
    if (request.method !== 'GET') preview.touch()
    const { headers, rawPayload } = withStepReports(inScheme(answer, request.cookies[SCHEME_COOKIE]))
    const isOfSite = !request.url.startsWith(STUDIO_BASE)
    if (isOfSite && request.cookies[NETWORK_COOKIE] === 'slow') {
      const up = Buffer.isBuffer(request.body) ? request.body.length : 0
      await line({ up, down: sentBytes({ headers, rawPayload }) })
    }
    return reply
      .code(answer.statusCode)
      .headers({ ...framed(headers), ...(isOfSite && NOT_CACHED) })
      .send(rawPayload)
  })
  return front
}

const DEV_PAGE = { title: 'Leadloom dev', productName: 'Leadloom', notBuilt: NOTICES.studioNotBuilt }

const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax' } as const
const SCHEME_COOKIE = 'studio_scheme'
const NETWORK_COOKIE = 'studio_network'

const WISH = {
  type: 'object',
  required: ['by'],
  additionalProperties: false,
  properties: {
    by: { enum: ['keep', 'jump', 'anew'] },
    step: { type: 'string', maxLength: 200 },
    lang: { type: 'string', pattern: '^[a-z]{2}$' },
    scheme: { enum: ['light', 'dark'] },
    network: { enum: ['slow'] },
  },
}

/** True if a request comes from here: under a name of this machine, and from our own page if the browser says where from. */
function isOwn({ hostname, headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site']
  return (
    ['127.0.0.1', 'localhost'].includes(hostname) &&
    (from === undefined || from === 'same-origin' || from === 'none')
  )
}

/** Sends the panes their state, at once and after each change. */
async function tell(preview: Preview, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  let [isTelling, isStale] = [false, false]
  const say = async () => {
    isStale = true
    if (isTelling) return
    isTelling = true
    while (isStale) {
      isStale = false
      reply.raw.write(`data: ${JSON.stringify(await preview.state())}\n\n`)
    }
    isTelling = false
  }
  request.raw.once(
    'close',
    preview.onChange(() => void say()),
  )
  await say()
}

/** Makes a request from a frame of the panes look like a page request, which is what visitors send. */
function asPage({ 'sec-fetch-dest': to, ...headers }: FastifyRequest['headers']) {
  // The answer is read here, so it must not be compressed.
  const plain = { ...headers, 'accept-encoding': 'identity' }
  return to === undefined ? plain : { ...plain, 'sec-fetch-dest': to === 'iframe' ? 'document' : to }
}

/** Lets our own page frame the site. */
function framed(headers: SiteAnswer['headers']) {
  const { 'content-security-policy': policy, 'transfer-encoding': _, ...rest } = headers
  return {
    ...rest,
    ...(typeof policy === 'string' && {
      'content-security-policy': policy.replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'"),
    }),
  }
}

function isPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true
}

function tokenIn(cookies: string | string[] | undefined, path: string): string | undefined {
  const name = `${sessionCookie(path)}=`
  const own = [cookies ?? []].flat().find((text) => text.startsWith(name))
  return own?.slice(name.length).split(';', 1)[0] || undefined
}
