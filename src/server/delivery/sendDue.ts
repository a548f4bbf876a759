import { NotKept } from '../../store/kernel/storeErrors.ts'
import type { Store } from '../../store/store.ts'
import { LOOK_EVERY_MS } from './keepEnd.ts'

/** Sends entries of the store when they fall due, until stopped. */
export interface Sending {
  /** Tells the sender that something just fell due. */
  wake: () => void
  /** Waits this long for entries in flight. Entries given up then have no known result and are due again at the next start. */
  stop: (graceMs?: number) => Promise<void>
}

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
  { store, now }: { store: Store; now: () => number },
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
