import type { Standing } from '../../flow/judge.ts'
import type { Handover, NewSession, SessionRecord, StepRecord } from '../../store/sessions/sessionTypes.ts'
import type { Store } from '../../store/store.ts'
import { bytesOf } from '../limits/budgets.ts'
import { sameDigest } from '../http/openEnvelope.ts'
import { refusal } from '../http/problem.ts'
import { loadingCache } from './loadingCache.ts'
import { tokenHash, uuidOf } from './token.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** A session as the server works with it: one object per session, so the store is not read again while it is in use. */
export interface Visitor {
  session: SessionRecord
  /** What its recorded steps add up to; null until the first submission asks. */
  standing: Standing | null
  /** What this server knows to be counted of the session: see proved.ts. */
  counted: Set<string>
  /** What this server knows to be kept of the ids that vendors’ scripts give its browser. */
  pixelIds: Record<string, string>
  /** Settles when the last of what has taken its turn so far is dealt with: see inTurn. */
  turn: Promise<unknown>
  /** The calls made in the minute that `minute` counts from the epoch. */
  minute: number
  calls: number
  /** Of the text of its submissions: see charactersOf. */
  characters: number
  /** What it has sent, and what of that before its first answer: see budgets.ts. */
  bytes: number
  bytesAsStranger: number
}

/** `goesOn`: the token is of the browser that goes on with the session. */
export type Opening = 'goesOn' | Handover

export interface Visitors {
  /** Null when there is no such session. Where other processes serve it too, it is as it is stored. */
  find(uuid: string): Promise<Visitor | null>
  /** Whether a session is in memory, so that the store need not be asked whether there is one. */
  isInMemory(uuid: string): boolean
  /** How a token opens a visitor's session: as the browser that goes on with it, or by a handover; null when it doesn't. */
  opening(visitor: Visitor, token: string): Promise<Opening | null>
  /** Lets the browser that holds this token go on with the session, where the session was handed to it. */
  takeOver(visitor: Visitor, token: string, at: number): Promise<void>
  /** Reads a session again; to be called in its turn. Whether it has submissions or clicks that were not known here. */
  refresh(visitor: Visitor): Promise<boolean>
  /** Takes up a session that was just stored, so that its first call finds it. `bytes`: what was kept of it. */
  add(session: NewSession, bytes: number): void
  /** To be told of a session whose text has grown beyond CHARACTERS_A_PLACE: memory is shared by text. */
  updateSize(uuid: string): Promise<void>
  /** Lets go of a session that was changed behind our back: it is read again. */
  drop(uuid: string): void
}

/** The sessions in use, by uuid. One server owns the embedded store, so what is in memory is what is stored, but for what
 *  another process forgets: see dropErased.ts. In a store that is shared, what is in memory is read again with each call, and what
 *  is judged by it is kept only if it still holds: see recordStep.ts. */
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
    // Another browser may see less of what was answered.
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
      const hash = tokenHash(token)
      if (sameDigest(hash, session.token_hash)) return 'goesOn'
      const handed = await store.handover(hash)
      return handed?.session_uuid === session.uuid ? handed : null
    },
    takeOver: (visitor, token, at) =>
      inTurn(visitor, async () => {
        const { uuid } = visitor.session
        await store.takeOver({ session_uuid: uuid, token_hash: tokenHash(token), at })
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

/** Does it once what this session sent before is dealt with: a submission is judged by the ones before it, and what it
 *  hands on tells of the tracking ids that came before it. Until it is done the session is held in memory. */
export function inTurn<T>(visitor: Visitor, act: () => Promise<T>): Promise<T> {
  const acting = visitor.turn.then(act)
  visitor.turn = acting.catch(() => undefined)
  return acting
}

/** What comes while a turn is under way takes its own behind it. */
async function queueDrained(visitor: Visitor): Promise<void> {
  let turn: unknown
  while (turn !== visitor.turn) {
    turn = visitor.turn
    await turn
  }
}

/** A session takes some 6.7 KB when the flow is answered to its end: 67 MB in all. One that fell out is read again. */
const PLACES = 10_000
/** A flow answered to its end is some 3,000 characters. With the most that a session may have, ten thousand would take two
 *  GB. */
export const CHARACTERS_A_PLACE = 5000

function placesOf({ characters }: Visitor): number {
  return Math.ceil(characters / CHARACTERS_A_PLACE)
}

/** The text that a visitor sent with a submission. The page's address comes with every step and seldom changes: it counts where
 *  it is not that of the submission `before`, for in memory they share it. */
export function charactersOf({ answers, page_url }: Sent, before: Sent | undefined): number {
  const typed = answers.reduce((sum, { raw_data }) => sum + raw_data.length, 0)
  return page_url === before?.page_url ? typed : typed + page_url.length
}

type Sent = Pick<StepRecord, 'answers' | 'page_url'>

/** Has the step at `n` hold the very text of the address that the one before it holds, where they are equal. */
export function shareAddress(steps: StepRecord[], n: number): void {
  const before = steps[n - 1]?.page_url
  if (before === steps[n]!.page_url) steps[n]!.page_url = before
}

/** A visitor sends a step every few seconds; a retrying queue sends 20 a second at most, and waits ever longer. */
const CALLS_PER_MINUTE = 300

/** The visitor who makes a call, by the bearer token and what the body says of itself.
 *  Throws a refusal: 404 for an unknown session, 401 when there is none to name, 403 when the token is not its token,
 *  429 when it calls too often. `at`: epoch ms; null counts no calls. `takesOver`: whether the call is one by which a browser goes on
 *  with a session that was handed to it. */
export async function admit(
  known: Visitors,
  { token, body, at, now, takesOver }: Admitted,
): Promise<Visitor> {
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
  if (takesOver && opening !== 'goesOn') await known.takeOver(found, token, now)
  return found
}

interface Admitted {
  token: string
  body: unknown
  at: number | null
  now: number
  takesOver: boolean
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
  // A session that was let go of, or is older than this process, has sent what is kept of it, or more.
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
