import type { QueuedCall } from '../../src/visitor/queue/outbox.ts'
import type { Answer } from '../../src/visitor/queue/sender.ts'
import type { SignedRequest } from '../../src/visitor/queue/signedRequest.ts'
import { unwrap } from '../../src/server/http/openEnvelope.ts'

const TOKEN = 'c'.repeat(64)

/** A step's call with a body identified by `id`. */
export function step(id: string): QueuedCall {
  return { call: 'POST /api/sessions/step', body: { id }, token: TOKEN, page_url: 'https://x.example/' }
}

/** Outcome of a request: a status (204 takes the call, 4xx comes as a problem body), an answer in full, a call that never arrives, or one
 *  that is taken though its answer is lost. */
export type Outcome = number | (Partial<Answer> & { status: number }) | 'silence' | 'answer lost'

/** A server that takes each call once by its ID, however often it comes. Its requests end as `outcomes` says, one after the other; once
 *  they are used up, all succeed. */
export function createReceiver(outcomes: Iterable<Outcome> = []) {
  const script = outcomes[Symbol.iterator]()
  const asked: string[] = []
  const taken: string[] = []
  const take = (request: SignedRequest) => {
    const id = idOf(request)
    if (!taken.includes(id)) taken.push(id)
  }
  const send = async (request: SignedRequest) => {
    asked.push(idOf(request))
    const { value: outcome = 204 } = script.next() as { value?: Outcome }
    if (outcome === 204 || outcome === 'answer lost') take(request)
    if (typeof outcome === 'string') throw new Error(outcome)
    const answer = typeof outcome === 'number' ? { status: outcome } : outcome
    return { isProblem: answer.status >= 400, ...answer }
  }
  return { asked, taken, take, send }
}

/** ID of a call, read as the server reads it. */
export function idOf({ body, headers }: SignedRequest): string {
  const outer: unknown = JSON.parse(body)
  const inner = headers['x-signature'] ? unwrap(outer, headers['x-signature'], TOKEN).value : outer
  return (inner as { id: string }).id
}
