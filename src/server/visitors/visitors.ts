import type { Standing } from '../../flow/judge.ts'
import type {
  Handover,
  NewSession,
  SessionRecord,
  StepRecord,
} from '../../store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../store/store.ts'
import { PROBLEM_TYPES } from '../../../schemas/kernel/problemTypes.ts'
import { bytesOf } from '../limits/budgets.ts'
import { refusal } from '../kernel/problem.ts'
import { loadingCache } from '../kernel/caches.ts'
import { uuidOf } from './token.ts'
import { digestOf, sameDigest } from '../kernel/digests.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** A session in use by the server. There is one object per session, so the store isn't read again while it is in use. */
export interface Visitor {
  session: SessionRecord
  /** Result of its recorded steps; null until the first submission needs it. */
  standing: Standing | null
  /** Events of the session that this server knows to be counted; see impliedEvents.ts. */
  counted: Set<string>
  /** Browser IDs of vendors' scripts that this server knows to be stored. */
  pixelIds: Record<string, string>
  /** Settles when all turns taken so far are done; see inTurn. */
  turn: Promise<unknown>
  /** Calls made during `minute`, which is counted from the epoch. */
  minute: number
  calls: number
  /** Length of its submissions' text; see charactersOf. */
  characters: number
  /** Bytes it has sent, and those before its first answer; see budgets.ts. */
  bytes: number
  bytesAsStranger: number
}

/** `goesOn`: the token belongs to the browser that continues the session. */
export type Opening = 'goesOn' | Handover

export interface Visitors {
  /** Null if there is no such session. If other processes also serve it, returns it as stored. */
  find(uuid: string): Promise<Visitor | null>
  /** True if a session is in memory, so that the store need not be asked if it exists. */
  isInMemory(uuid: string): boolean
  /** Role in which a token opens a visitor's session: as the browser that continues it, or by a handover; null if it doesn't. */
  opening(visitor: Visitor, token: string): Promise<Opening | null>
  /** Lets the browser with this token continue a session that was handed to it. */
  takeOver(visitor: Visitor, token: string, at: number): Promise<void>
  /** Reads a session again; call it in the session's turn. Resolves to true if it has new submissions or clicks. */
  refresh(visitor: Visitor): Promise<boolean>
  /** Adds a session that was just stored, so that its first call finds it. `bytes`: stored size. */
  add(session: NewSession, bytes: number): void
  /** Call this when a session's text grows beyond CHARACTERS_A_PLACE, because memory is shared by text. */
  updateSize(uuid: string): Promise<void>
  /** Drops a session that was changed elsewhere, so that it is read again. */
  drop(uuid: string): void
}

/** Sessions in use, by uuid. One server owns the embedded store, so memory matches the store, except for visitors that another process
 *  forgets; see dropErased.ts. With a shared store, memory is read again with each call, and judgments based on it are saved only if it
 *  is still current; see recordStep.ts. */
export function visitors(store: Store): Visitors {
  const load = async (uuid: string) => {
    const session = await store.session(uuid)
    return session && visitor(session)
  }
  const known = loadingCache(PLACES, load, { whenIdle: queueDrained, placesOf })
  async function refresh(visitor: Visitor): Promise<boolean> {
    const before = visitor.session
    const session = await store.session(before.uuid)
    if (!session) return false
    const hasAnswered = session.steps.length !== before.steps.length
    visitor.session = session
    // Another browser may see fewer of the answers.
    if (session.token_hash !== before.token_hash) visitor.standing = null
    if (hasAnswered) {
      Object.assign(visitor, { standing: null, characters: charactersOfAll(session) })
      await known.updateSize(session.uuid)
    }
    return hasAnswered || session.clicks.length !== before.clicks.length
  }
  return {
    async find(uuid) {
      const visitor = await known.get(uuid)
      if (visitor && store.isShared) await inTurn(visitor, () => refresh(visitor))
      return visitor
    },
    isInMemory: known.has,
    async opening({ session }, token) {
      const hash = digestOf(token)
      if (sameDigest(hash, session.token_hash)) return 'goesOn'
      const handed = await store.handover(hash)
      return handed?.session_uuid === session.uuid ? handed : null
    },
    takeOver: (visitor, token, at) =>
      inTurn(visitor, async () => {
        const { uuid } = visitor.session
        await store.takeOver({ session_uuid: uuid, token_hash: digestOf(token), at })
        await refresh(visitor)
      }),
    refresh,
    add: (session, bytes) =>
      known.set(session.uuid, {
        ...visitor({ language: 'en', ...session, clicks: [], tracking: {}, steps: [] }),
        bytes,
        bytesAsStranger: bytes,
      }),
    updateSize: known.updateSize,
    drop: known.drop,
  }
}

/** Runs `act` when everything this session sent before is done. A submission is judged by the earlier ones, and the data it passes on
 *  includes tracking IDs that came before it. The session stays in memory until then. */
export function inTurn<T>(visitor: Visitor, act: () => Promise<T>): Promise<T> {
  const acting = visitor.turn.then(act)
  visitor.turn = acting.catch(() => undefined)
  return acting
}

/** Turns taken during a turn come after it. */
async function queueDrained(visitor: Visitor): Promise<void> {
  let turn: unknown
  while (turn !== visitor.turn) {
    turn = visitor.turn
    await turn
  }
}

/** A session takes about 6.7 KB when the flow is completed, 67 MB in all. An evicted session is read again. */
const PLACES = 10_000
/** A completed flow is about 3,000 characters. At the limit for a session, ten thousand would take two GB. */
export const CHARACTERS_A_PLACE = 5000

function placesOf({ characters }: Visitor): number {
  return Math.ceil(characters / CHARACTERS_A_PLACE)
}

/** Length of the text in a submission. The page's address comes with every step and rarely changes; it counts only if it differs from
 *  that of the submission `before`, because they share it in memory. */
export function charactersOf({ answers, page_url }: Sent, before: Sent | undefined): number {
  const typed = answers.reduce((sum, { raw_data }) => sum + raw_data.length, 0)
  return page_url === before?.page_url ? typed : typed + page_url.length
}

type Sent = Pick<StepRecord, 'answers' | 'page_url'>

/** Makes the step at `n` share the address string of the step before, if they are equal. */
export function shareAddress(steps: StepRecord[], n: number): void {
  const before = steps[n - 1]?.page_url
  if (before === steps[n]!.page_url) steps[n]!.page_url = before
}

/** A visitor sends a step every few seconds; a retrying queue sends at most 20 a second, with growing pauses. */
const CALLS_PER_MINUTE = 300

/** Finds the visitor who makes a call, by the bearer token and the body. Throws a refusal: 404 for an unknown session, 401 if none is
 *  named, 403 if the token isn't its token, 429 if it calls too often. `at`: epoch ms; null counts no calls. `takes`: set if such a call
 *  makes a browser continue a session that was handed to it: 'over' only if it didn't have the session before, else the call is refused
 *  with 409, as its visitor may be answering elsewhere; 'back' in any case. */
export async function admit(known: Visitors, { token, body, at, now, takes }: Admitted): Promise<Visitor> {
  const sent = (body ?? {}) as {
    uuid?: string
    session_uuid?: string
    token?: string
    session_token?: string
  }
  const field = sent.session_uuid === undefined ? 'uuid' : 'session_uuid'
  const uuid = sent[field]
  const found = await known.find(uuid ?? uuidOf(token))
  if (!found)
    throw uuid === undefined
      ? refusal(401, REFUSALS.bearerOfNone, { field: 'authorization' })
      : refusal(404, REFUSALS.noSession, { field })
  const opening = await known.opening(found, token)
  if (opening === null) throw refusal(403, REFUSALS.bearerOfOther, { field: 'authorization' })
  const sentToken = sent.session_token ?? sent.token
  if (sentToken !== undefined && sentToken !== token)
    throw refusal(403, REFUSALS.tokensDiffer, {
      field: sent.session_token === undefined ? 'token' : 'session_token',
    })
  if (at !== null) countCall(found, at)
  if (takes && opening !== 'goesOn') {
    if (takes === 'over' && hadBefore(found, opening))
      throw refusal(409, REFUSALS.movedElsewhere, { type: PROBLEM_TYPES.moved })
    await known.takeOver(found, token, now)
  }
  return found
}

interface Admitted {
  token: string
  body: unknown
  at: number | null
  now: number
  takes: 'over' | 'back' | undefined
}

/** True if the browser of a handover had the session until another took it over, rather than was given a link to it. */
function hadBefore({ session: { moved } }: Visitor, { own, at }: Handover): boolean {
  return own > 0 || at === moved?.at
}

function countCall(caller: Visitor, at: number): void {
  const minute = Math.floor(at / 60_000)
  caller.calls = caller.minute === minute ? caller.calls + 1 : 1
  caller.minute = minute
  if (caller.calls > CALLS_PER_MINUTE) throw refusal(429, REFUSALS.tooManyCalls, { retryAfterS: 60 })
}

function charactersOfAll({ steps }: SessionRecord): number {
  steps.forEach((_step, n) => shareAddress(steps, n))
  return steps.reduce((sum, step, n) => sum + charactersOf(step, steps[n - 1]), 0)
}

function visitor(session: SessionRecord): Visitor {
  // A session that was evicted, or is older than this process, has sent at least what is stored of it.
  return {
    session,
    standing: null,
    counted: new Set(),
    pixelIds: {},
    turn: Promise.resolve(),
    minute: 0,
    calls: 0,
    characters: charactersOfAll(session),
    bytes: bytesOf(session),
    bytesAsStranger: 0,
  }
}
