import { NotKept, type Store } from '../../store/store.ts'
import { LOOK_EVERY_MS } from './keepEnd.ts'

/** Entries of the store on their way out: what falls due is sent, until it is stopped. */
export interface Sending {
  /** Something fell due just now. */
  wake: () => void
  /** What is under way has so long to end. What is given up then has no known end, and is due again at the next start. */
  stop: (graceMs?: number) => Promise<void>
}

export interface Outgoing<Receiver> {
  receivers: () => Promise<readonly Receiver[]>
  /** How many entries may be on their way to a receiver at once. */
  atOnce: (receiver: Receiver) => number
  /** Makes due what a process had under way when it ended: on a store of several processes once its lease has ended. Gives how many
   *  that were. */
  resume: (now: number, isAlone: boolean) => Promise<number>
  /** The longest waiting first. */
  due: (receiver: Receiver, now: number, limit: number) => Promise<number[]>
  /** One attempt, from taking the entry up to writing down what came of it. `stop` ends it at once. False when nothing was sent, so
   *  that there is no more room for another than before. */
  send: (entry: number, receiver: Receiver, stop: AbortSignal) => Promise<void | boolean>
  /** What went wrong in the sending itself; it goes on. With `entry`, what was wrong with that one alone: it is said once, and the
   *  entry is left aside for a while. */
  onError: (error: unknown, entry?: number) => void
}

/** Starts to send. An attempt that was cut off when its process ended is made again, under the same key: on a store of several
 *  processes once its lease has ended, else at once. */
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
  // What failed waits for the timer. Why the disk takes no writes is said once, by whoever watches it.
  const failed = (error: unknown) => void (error instanceof NotKept || onError(error))
  // The longest waiting come first: one that fails each time would keep its place before all others.
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

/** A row that can't be read stays so; a fault of ours may have passed. */
const LEFT_ASIDE_MS = 60_000
/** For attempts of processes that ended. */
const RESUME_EVERY_MS = 2000
/** To one receiver; most answer within a second. */
export const AT_ONCE = 8
