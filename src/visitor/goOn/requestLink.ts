import type { CallName } from '../../../schemas/api.ts'
import type { Page } from '../../flow/page.ts'
import type { Outbox } from '../queue/outbox.ts'
import type { Answer } from '../queue/sender.ts'

/** Result of requesting a link. `minutes` is the time until the next try. */
export type LinkAnswer =
  | { kind: 'sent' | 'badAddress' | 'noMoreLinks' | 'unsent' | 'away' | 'notOffered' | 'elsewhere' }
  | { kind: 'tooMany'; minutes: number }

export interface LinkPorts {
  outbox: Pick<Outbox, 'sendable' | 'read'>
  /** Makes a call of this session. Rejects if there is no response. */
  post: (call: CallName, body: object) => Promise<Answer>
  sleep?: (ms: number) => Promise<void>
}

/** Requests a link once the server has every answer that can be sent, as the link would open the visit without the others. `id` stays
 *  the same for the same request. Never rejects. */
export async function requestLink(
  { session }: Pick<Page, 'session'>,
  { outbox, post, sleep = wait }: LinkPorts,
  { id, email }: { id: string; email: string },
): Promise<LinkAnswer> {
  const isUnsent = () =>
    outbox.sendable().some((key) => {
      const queued = outbox.read(key)
      return queued?.call === ('POST /api/sessions/step' satisfies CallName) && queued.token === session.token
    })
  for (let waitedMs = 0; isUnsent(); waitedMs += LOOK_EVERY_MS) {
    if (waitedMs >= PATIENCE_MS) return { kind: 'unsent' }
    await sleep(LOOK_EVERY_MS)
  }
  const body = { id, session_uuid: session.uuid, session_token: session.token, email }
  return post('POST /api/sessions/go-on-link', body).then(answerOf, () => ({ kind: 'away' }))
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Timeout of a call. */
const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 100

function answerOf({ status, data, isProblem, retryAfterMs }: Answer): LinkAnswer {
  if (status === 204) return { kind: 'sent' }
  // A proxy in between answers in other formats.
  if (!isProblem) return { kind: 'away' }
  const { field } = (data ?? {}) as { field?: unknown }
  if (field === 'email') return { kind: 'badAddress' }
  if (status === 429) return { kind: 'tooMany', minutes: Math.ceil((retryAfterMs ?? MINUTE_MS) / MINUTE_MS) }
  return { kind: MEANINGS[status] ?? 'away' }
}

const MINUTE_MS = 60_000

/** Source: src/server/mail/goOnRoutes.ts. */
const MEANINGS: Partial<Record<number, 'noMoreLinks' | 'notOffered' | 'elsewhere'>> = {
  422: 'noMoreLinks',
  404: 'notOffered',
  403: 'elsewhere',
}
