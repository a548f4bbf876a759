import { setTimeout as sleep } from 'node:timers/promises'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import type { EntryEnd } from '../../store/kernel/outboxes.ts'
import { againOrDead } from './retrySchedule.ts'
import type { Random, StoreAndClock } from './ports.ts'

/** Sends entries of the store when they fall due, until stopped. */
export interface Sending {
  /** Tells the sender that something just became due. */
  wake: () => void
  /** Waits this long for entries in flight. Entries given up then have no known result and are due again at the next start. */
  stop: (graceMs?: number) => Promise<void>
}

/** Sending without receivers. */
export const NOTHING_TO_SEND: Sending = { wake: () => {}, stop: async () => {} }

export interface Outgoing<Receiver> {
  receivers: () => Promise<readonly Receiver[]>
  /** Number of entries that may be in flight to a receiver at once. */
  atOnce: (receiver: Receiver) => number
  /** Makes the in-flight entries of a process that ended due again; with several processes on one store, only after its lease has ended.
   *  Resolves to their number. */
  resume: (now: number, isAlone: boolean) => Promise<number>
  /** Due entries, longest waiting first. */
  due: (receiver: Receiver, now: number, limit: number) => Promise<number[]>
  /** Makes one attempt, from claiming the entry to recording the result. `stop` ends it at once. False if nothing was sent, so there is
   *  no more room for another entry than before. */
  send: (entry: number, receiver: Receiver, stop: AbortSignal) => Promise<void | boolean>
  /** Called on a failure of the sending itself, which continues. With `entry`, only that entry failed; this is reported once, and the
   *  entry is set aside for a while. */
  onError: (error: unknown, entry?: number) => void
}

/** Starts sending. An attempt that was cut off when its process ended is repeated under the same key, at once or, with several processes
 *  on one store, after its lease has ended. */
export async function sendDue<Receiver>(
  { store, now }: StoreAndClock,
  { receivers, atOnce, resume, due, send, onError }: Outgoing<Receiver>,
): Promise<Sending> {
  const givingUp = new AbortController()
  let isStopping = false
  const underWay = new Map<number, Promise<void>>()
  const busy = new Map<Receiver, number>()
  const roomOf = (receiver: Receiver) => atOnce(receiver) - (busy.get(receiver) ?? 0)
  const countBusy = (receiver: Receiver, more: 1 | -1) => busy.set(receiver, (busy.get(receiver) ?? 0) + more)
  // Failed entries wait for the timer. The store's watcher reports once why the disk refuses writes.
  const failed = (error: unknown) => void (error instanceof NotKept || onError(error))
  // The longest waiting come first, so an entry that fails every time would stay ahead of all others.
  const leftAside = new Map<number, number>()
  const leaveAside = (entry: number) => (error: unknown) => {
    if (error instanceof NotKept) return
    if (!leftAside.has(entry)) onError(error, entry)
    leftAside.set(entry, now() + LEFT_ASIDE_MS)
    wake()
  }

  const takeUp = async (receiver: Receiver): Promise<void> => {
    const room = roomOf(receiver)
    if (room <= 0 || isStopping || !store.isSeen()) return
    for (const entry of await due(receiver, now(), room + leftAside.size)) {
      if (isStopping || roomOf(receiver) <= 0 || underWay.has(entry)) continue
      if ((leftAside.get(entry) ?? 0) > now()) continue
      countBusy(receiver, 1)
      const attempt = send(entry, receiver, givingUp.signal)
        .finally(() => {
          underWay.delete(entry)
          countBusy(receiver, -1)
        })
        .then((isSent) => {
          leftAside.delete(entry)
          if (isSent !== false) wake()
        }, leaveAside(entry))
      underWay.set(entry, attempt)
    }
  }
  const look = async () => {
    await Promise.all((await receivers()).map(takeUp))
  }
  let looking: Promise<void> | null = null
  let isWoken = false
  function wake(): void {
    if (isStopping) return
    isWoken = looking !== null
    looking ??= look()
      .catch(failed)
      .finally(() => {
        looking = null
        if (isWoken) wake()
      })
  }

  await resume(now(), !store.isShared)
  const timer = setInterval(wake, LOOK_EVERY_MS)
  const resumeOthers = () => resume(now(), false).then((found) => void (found > 0 && wake()), failed)
  const resuming = store.isShared ? setInterval(() => void resumeOthers(), RESUME_EVERY_MS) : undefined
  wake()
  return {
    wake,
    async stop(graceMs = 0) {
      clearInterval(timer)
      clearInterval(resuming)
      isStopping = true
      await looking
      const grace = setTimeout(() => givingUp.abort(), graceMs)
      await Promise.all(underWay.values())
      clearTimeout(grace)
    },
  }
}

/** A row that can't be read stays unreadable, but a fault of ours may have passed. */
const LEFT_ASIDE_MS = 60_000
/** Interval for resuming attempts of processes that ended. */
const RESUME_EVERY_MS = 2000
/** Limit for one receiver; most answer within a second. */
export const AT_ONCE = 8

/** Result of an attempt, by what the receiver made of the entry. `retry`: it may take it later, or couldn't be reached. */
type EndOf<Kind extends string> = EntryEnd<'due' | 'dead' | Exclude<Kind, 'retry'>>

interface Attempts<Begun extends { attempt: number }, Kind extends string> {
  /** Claims an entry; null if it isn't due anymore. */
  begin: (entry: number, now: number) => Promise<Begun | null>
  /** Sends it. Null if nothing is recorded, because `stop` came before the answer, or because its visitor was forgotten. */
  answerTo: (begun: Begun, stop: AbortSignal) => Promise<{ kind: Kind; reason: string } | null>
  end: (entry: number, begun: Begun, end: EndOf<Kind>, at: number) => Promise<void>
  count: (begun: Begun, state: EndOf<Kind>['state']) => void
}

/** Makes one attempt of an entry, from claiming it to recording the result: the `send` of emails, events, and webhook messages. */
export function attempting<Begun extends { attempt: number }, Kind extends string>(
  { now, random }: Pick<StoreAndClock, 'now'> & { random: Random },
  { begin, answerTo, end, count }: Attempts<Begun, Kind>,
) {
  return async (entry: number, _receiver: unknown, stop: AbortSignal): Promise<void> => {
    const begun = await begin(entry, now())
    if (!begun) return
    const answer = await answerTo(begun, stop)
    if (!answer) return
    const { kind, reason } = answer
    const at = now()
    const result: EndOf<Kind> =
      kind === 'retry'
        ? againOrDead(reason, begun.attempt, { at, random: fraction(random) })
        : { state: kind as Exclude<Kind, 'retry'>, message: reason, due_at: null }
    await keepEnd(() => end(entry, begun, result, at), stop)
    count(begun, result.state)
  }
}

/** A random number from 0 to 1. */
export const fraction = (random: Random): number => random(4).readUInt32LE() / 2 ** 32

/** Interval for checking due entries and retrying the disk. */
const LOOK_EVERY_MS = 1000

/** Records the result of an attempt, however long the disk refuses writes; otherwise the attempt would be repeated. Throws `NotKept`
 *  after `stop`. */
export async function keepEnd(write: () => Promise<void>, stop: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof NotKept) || stop.aborted) throw error
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
  }
}
