import type { CallName } from '../../../schemas/api.ts'
import { PROBLEM_TYPES } from '../../../schemas/kernel/problemTypes.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { delayMs } from './backoff.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { Correction, Outbox, QueuedCall } from './outbox.ts'
import { buildRequest, type SignedRequest } from './signedRequest.ts'

/** Fetch refuses keepalive bodies above 64 KiB in flight, all requests together (WHATWG Fetch). */
const KEEPALIVE_BYTES = 64 * 1024

/** Limit for Retry-After. The server's rate limits reset after a minute; a longer time is not from our server, or from a wrong clock. */
const RETRY_AFTER_CAP_MS = 60_000

export interface Answer {
  status: number
  isProblem: boolean
  /** The body; a problem for a refusal. */
  data?: unknown
  retryAfterMs?: number | undefined
}

export interface SenderPorts {
  outbox: Outbox
  /** Address to use for /api. */
  api: string
  /** Rejects if there is no response. `isProblem` is true if the response is a problem body in our server's format. */
  send: (request: SignedRequest) => Promise<Answer>
  /** Sends so that it outlives the page. Resolves when the request is no longer in flight, if the page still exists. */
  sendLast: (request: SignedRequest) => Promise<void>
  /** Resolves after `ms`, or sooner if a retry is worthwhile. */
  sleep: (ms: number) => Promise<void>
  /** Returns a number from 0 to 1. */
  random: () => number
  /** Called when it will be retried later. `status` is 0 for no response. */
  onFailed: (queued: QueuedCall, status: number) => void
  /** Called when the visit continued on another device. The call stays, and nothing more is sent until the next drain. */
  onMoved: () => void
  /** Called when the server refuses the call for good; the server has counted and stored it. `errors` lists the fields at fault, `step` is
   *  one to answer first. Returns the step where the visitor can correct it, which the call then waits for. Any other call is dropped, and
   *  must not block later ones. */
  onRefused: (
    queued: QueuedCall,
    refusal: { status: number; errors: readonly FieldError[]; step?: StepRef | undefined },
  ) => Correction | null
}

export interface Sender {
  /** Sends pending calls, oldest first, until there are none. If it is already running, it continues, and sends later calls too. Answers,
   *  and all else that a lead depends on, go first, in order and one at a time. Calls that only count go after them, in any order: one
   *  that hangs, as something in the browser may make it, holds back nothing else, and after some tries it waits for the next page.
   *  Unreadable calls are dropped. */
  drain: () => Promise<unknown>
  /** Sends as much as may be in flight on page hide, oldest first. All of it stays stored until a drain confirms that it arrived. Stops
   *  at the first call without room: a later one could only overtake it, and the server refuses a step that overtakes another. */
  flush: () => void
}

/** Sends an outbox. A call is removed when the server has it (204) or will never accept it; anything else, including no response or
 *  garbage, is retried after a growing delay. */
export function createSender({
  outbox,
  api,
  send,
  sendLast,
  sleep,
  random,
  onFailed,
  onMoved,
  onRefused,
}: SenderPorts): Sender {
  let answers: Promise<void> | null = null
  let marks: Promise<void> | null = null
  let added = () => {}
  /** Failed tries of calls that only count, by key. */
  const tries = new Map<string, number>()
  const triesOf = (key: string) => tries.get(key) ?? 0

  /** Sends a call. Resolves to null if it is done, else to the time after which the server wants it again; `moved` if the visit continues on
   *  another device. */
  const attempt = async (key: string, queued: QueuedCall): Promise<number | null | 'moved'> => {
    const answer = await send(buildRequest(api, queued)).catch(() => SILENCE)
    const { status, retryAfterMs = 0 } = answer
    if (isMoved(answer)) {
      onMoved()
      return 'moved'
    }
    if (status !== 204 && !isFinal(answer)) {
      onFailed(queued, status)
      return Math.min(retryAfterMs, RETRY_AFTER_CAP_MS)
    }
    const waitsFor =
      status === 204 ? null : onRefused(queued, { status, errors: errorsOf(answer), step: stepOf(answer) })
    if (waitsFor) outbox.replace(key, { ...queued, waitsFor })
    else outbox.remove(key)
    return null
  }

  const nextAnswer = (): [string, QueuedCall] | null => {
    for (const key of outbox.sendable()) {
      const queued = outbox.read(key)
      if (!queued) outbox.remove(key)
      else if (!COUNTING.has(queued.call)) return [key, queued]
    }
    return null
  }
  const sendAnswers = async () => {
    let failures = 0
    try {
      for (let next = nextAnswer(); next; next = nextAnswer()) {
        const afterMs = await attempt(...next)
        if (afterMs === 'moved') return
        failures = afterMs === null ? 0 : failures + 1
        if (afterMs !== null) await sleep(Math.max(delayMs(failures, random()), afterMs))
      }
    } finally {
      // In the same task as the last look at the outbox: a call that is added from now on starts another run.
      answers = null
    }
  }

  const nextMark = (): [string, QueuedCall] | null => {
    const waiting = outbox.sendable().flatMap((key): [string, QueuedCall][] => {
      const queued = outbox.read(key)
      return queued && COUNTING.has(queued.call) && triesOf(key) < MARK_TRIES ? [[key, queued]] : []
    })
    return waiting.sort(([one], [other]) => triesOf(one) - triesOf(other))[0] ?? null
  }
  const sendMarks = async () => {
    let failures = 0
    try {
      await answers
      for (let next = nextMark(); next; next = nextMark()) {
        const [key] = next
        const afterMs = await attempt(...next)
        if (afterMs === 'moved') return
        failures = afterMs === null ? 0 : failures + 1
        if (afterMs !== null) tries.set(key, triesOf(key) + 1)
        const again = nextMark()
        if (afterMs !== null && again && triesOf(again[0]) > 0) {
          const ms = Math.max(delayMs(failures, random()), afterMs)
          await Promise.race([sleep(ms), new Promise<void>((wake) => (added = wake))])
        }
        if (answers) await answers
      }
    } finally {
      marks = null
    }
  }

  /** Keys of last requests still in flight: a page is often hidden twice, by two events. */
  const flying = new Set<string>()
  let flyingBytes = 0

  return {
    drain: () => {
      added()
      answers ??= Promise.resolve().then(sendAnswers)
      marks ??= Promise.resolve().then(sendMarks)
      return Promise.all([answers, marks])
    },
    flush: () => {
      for (const key of outbox.sendable()) {
        const queued = flying.has(key) ? null : outbox.read(key)
        if (!queued) continue
        const request = buildRequest(api, queued)
        const bytes = new TextEncoder().encode(request.body).length
        if (flyingBytes + bytes > KEEPALIVE_BYTES) return
        flying.add(key)
        flyingBytes += bytes
        const landed = () => {
          flying.delete(key)
          flyingBytes -= bytes
        }
        sendLast(request).then(landed, landed)
      }
    },
  }
}

/** Tries of a call that only counts, by one page. A blocker that stops it once stops it always. */
const MARK_TRIES = 5

/** Calls that only count, in any order. */
const COUNTING: ReadonlySet<string> = new Set<CallName>([
  'POST /api/sessions/shown',
  'POST /api/sessions/track/visit',
  'POST /api/sessions/track/offer-impression',
  'POST /api/sessions/completed_basics',
  'POST /webhook/tracking/linkout/create',
])

function errorsOf({ data }: Answer): readonly FieldError[] {
  const { errors } = (data ?? {}) as { errors?: unknown }
  return Array.isArray(errors) ? (errors as FieldError[]) : []
}

/** Step that the server wants first. */
function stepOf({ data }: Answer): StepRef | undefined {
  return ((data ?? {}) as { step?: StepRef }).step
}

function isMoved({ isProblem, data }: Answer): boolean {
  return isProblem && ((data ?? {}) as { type?: unknown }).type === PROBLEM_TYPES.moved
}

/** No response at all. */
const SILENCE: Answer = { status: 0, isProblem: false }

/** True for refusals by our server that a retry cannot change: 408, 425, and 429 mean later, and so does everything above 499. Other
 *  refusals come from something in between, a proxy or a captive portal, and may pass. */
function isFinal({ status, isProblem }: Answer): boolean {
  return isProblem && status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
