import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Store } from '../../store/store.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { loginKey } from '../operators/loginSessions.ts'
import { operatorsOrigin, type OriginSettings } from '../origins/side.ts'
import { PAGES_BASE, type DraftPages, type PageOwner } from './draftPages.ts'

/** Routes through which the studio controls the page of a draft. */
export function pageCalls({ store }: { store: Store }, pages: DraftPages) {
  return {
    'POST /api/reports/studio/page': async ({ body: { path }, request }) => {
      const draft = await store.draft(path)
      if (!draft) throw refusal(404, REFUSALS.noDraft(path), { field: 'path' })
      await pages.open(ownerOf(request), draft)
    },
    'GET /api/reports/studio/page': ({ query, request }) => pages.state(ownerOf(request), query),
    'POST /api/reports/studio/page/visit': async ({ body, request }) => ({
      address: await pages.begin(ownerOf(request), body),
    }),
    'POST /api/reports/studio/page/close': ({ body: { path }, request }) =>
      pages.close(ownerOf(request), path),
  } satisfies Partial<Handlers>
}

function ownerOf({ session }: FastifyRequest): PageOwner {
  return { login: loginKey(session.sessionId), operator: session.operator ?? '' }
}

/** Serves the frame in which the studio shows the page of a draft. Its requests come without the operator's cookie, which is for another
 *  path; the secret address is the key. */
export async function registerFrames(
  app: FastifyInstance,
  { settings }: { settings: OriginSettings },
  pages: DraftPages,
): Promise<void> {
  app.addHook('preClose', () => pages.closeAll())
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    scope.all<{ Params: { token: string } }>(`${PAGES_BASE}/:token/*`, async (request, reply) => {
      const { method, headers, body, params, protocol, host } = request
      const url = request.url.slice(`${PAGES_BASE}/${params.token}`.length)
      // A person who was given the address can't open it in their own window.
      if (headers['sec-fetch-dest'] === 'document') throw refusal(404, REFUSALS.nothingHere)
      if (method === 'OPTIONS') return reply.code(204).headers(mayAsk(headers)).send()
      const origins = [
        ...new Set([`${protocol}://${host}`, operatorsOrigin(settings) ?? settings.publicUrl ?? []].flat()),
      ]
      if (!origins.every((origin) => ORIGIN.test(origin))) throw refusal(400, REFUSALS.nothingHere)
      const answer = await pages.answer(params.token, {
        method,
        url,
        headers,
        body: Buffer.isBuffer(body) ? body : null,
        origins,
      })
      return reply.code(answer.status).headers(answer.headers).send(Buffer.from(answer.body))
    })
  })
}

/** Any other host could end the policy directive that it is put into. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/** Answers a preflight request of a page without an origin. Source: WHATWG Fetch, "CORS-preflight fetch". */
function mayAsk({ 'access-control-request-headers': asked }: FastifyRequest['headers']) {
  return {
    'access-control-allow-origin': 'null',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PATCH',
    'access-control-allow-headers': typeof asked === 'string' ? asked : '',
    'access-control-max-age': '600',
  }
}
