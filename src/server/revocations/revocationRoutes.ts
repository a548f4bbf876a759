import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Handlers } from '../calls.ts'
import type { Buyers } from '../delivery/attempt.ts'
import { heldText } from '../../store/kernel/heldText.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import type { KeyTries } from '../limits/keyTries.ts'
import { limitsOf } from '../limits/limits.ts'
import type { Settings } from '../settings/settings.ts'
import { acceptFormBodies } from '../http/acceptFormBodies.ts'
import { acceptMultipart } from '../http/acceptMultipart.ts'
import { revocationIn } from './inboundMail.ts'
import { readLine, readRevocation } from './readRevocation.ts'
import { REVOCATION_REFUSALS as WORDS } from './revocationRefusals.ts'
import { takeList, type ListLine, type ListPart } from './takeList.ts'

interface RevocationDeps extends StoreAndClock {
  buyers: Buyers
  keyTries: KeyTries
  settings: Settings
}

/** Buyer of a key, which is the one that it reports returns with. */
function buyerOf({ buyers, keyTries }: RevocationDeps, { ip }: FastifyRequest, key: string): string {
  const keys = new Map(
    [...buyers].flatMap(([name, { return_key }]) => (return_key === undefined ? [] : [[name, return_key]])),
  )
  const source = keyTries.nameOf(ip, key, keys)
  if (source === undefined) throw refusal(401, REFUSALS.notBuyersKey, { field: 'key' })
  return source
}

/** Route by which a buyer reports one person who doesn't want to be contacted anymore. */
export function revocations(ctx: RevocationDeps) {
  const { store, now } = ctx
  return {
    'POST /api/revocations': async ({ body: { key, ...line }, request }) => {
      const source = buyerOf(ctx, request, key)
      const at = now()
      const read = readRevocation(line, { source, channel: 'buyer', by: source, now: at })
      if ('problem' in read) throw refusal(400, read.problem, { field: read.field })
      const [taken] = await store.takeRevocations([read.revocation], at)
      if (taken?.outcome === 'conflict') throw refusal(409, WORDS.otherPerson, { field: 'id' })
      if (taken?.outcome === 'unnamed') throw refusal(400, WORDS.unnamed, { field: 'lead' })
    },
  } satisfies Partial<Handlers>
}

/** Routes outside the table of calls: a buyer's list, as a JSON object a line, and emails that a mail provider passes on. */
export function registerRevocations(app: FastifyInstance, ctx: RevocationDeps): void {
  const { store, now, settings } = ctx
  let atOnce = 0
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-ndjson', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Body: Buffer }>(
      LINES,
      limitsOf('POST /api/revocations/lines', settings.rateLimit),
      async (request, reply) => {
        const { authorization = '' } = request.headers
        const source = buyerOf(ctx, request, authorization.replace(/^Bearer /, ''))
        if (!Buffer.isBuffer(request.body)) throw refusal(415, REFUSALS.otherContentType)
        if (atOnce === AT_ONCE) throw refusal(503, WORDS.busy, { retryAfterS: 60 })
        atOnce++
        const parts = takeList(store, linesOf(request.body, { source, now }), now)
        reply.type('application/x-ndjson')
        return Readable.from(answerOf(parts, () => atOnce--))
      },
    )
  })
  void app.register(async (scope) => {
    acceptFormBodies(scope)
    acceptMultipart(scope)
    scope.post<{ Querystring: { key?: string } }>(
      MAIL,
      limitsOf('POST /webhook/inbound-mail', settings.rateLimit),
      async (request, reply) => {
        const { inboundMailKey } = settings
        const keys = new Map(inboundMailKey === null ? [] : [['mail', inboundMailKey]])
        const given = String(request.query.key ?? '')
        if (ctx.keyTries.nameOf(request.ip, given, keys) === undefined)
          throw refusal(401, WORDS.notMailKey, { field: 'key' })
        const at = now()
        const read = revocationIn((request.body ?? {}) as Record<string, unknown>, at)
        if (read) await store.takeRevocations([read], at)
        return reply.send({ taken: read !== null })
      },
    )
  })
}

const LINES = '/api/revocations/lines'
const MAIL = '/webhook/inbound-mail'
/** Each list is held in memory. */
const AT_ONCE = 2
/** A line has a few hundred. */
const MOST_CHARACTERS = 8192

function* linesOf(body: Buffer, { source, now }: { source: string; now: () => number }): Generator<ListLine> {
  const reporter = { source, channel: 'buyer' as const, by: source, now: now() }
  let line = 0
  for (let start = 0; start < body.length;) {
    const end = body.indexOf(NEWLINE, start)
    const until = end < 0 ? body.length : end
    line++
    const text = until - start > MOST_CHARACTERS ? null : heldText(body.toString('utf8', start, until)).trim()
    start = until + 1
    if (text === null) yield { line, field: '', problem: WORDS.longLine(MOST_CHARACTERS) }
    else if (text !== '') yield { line, ...readLine(text, reporter) }
  }
}

const NEWLINE = 0x0a

async function* answerOf(parts: AsyncGenerator<ListPart>, ended: () => void): AsyncGenerator<string> {
  try {
    for await (const part of parts) yield `${JSON.stringify('notices' in part ? without(part) : part)}\n`
  } catch {
    // The status has already been sent, so the last line reports the failure.
    yield `${JSON.stringify({ failed: REFUSALS.ourFault })}\n`
  } finally {
    ended()
  }
}

/** Removes what a buyer doesn't learn: how many others have the person. */
function without({ notices: _notices, ...part }: Extract<ListPart, { notices: number }>) {
  return part
}
