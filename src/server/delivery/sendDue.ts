import type { FastifyBaseLogger } from 'fastify'
import { NotKept } from '../../store/store.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'
import type { Context } from '../context.ts'
import { LOOK_EVERY_MS } from './keepEnd.ts'
import { retryDelayMs } from './schedule.ts'

/** Entries of the store on their way out: what falls due is sent, until it is stopped. */
export interface Sending {
  /** Something fell due just now. */
  wake: () => void
  /** What is under way has so long to end. What is given up then is sent again at the next start, under the same id. */
  stop: (graceMs?: number) => Promise<void>
}

export interface Outgoing<Receiver> {
  /** What it is called in the log. */
  name: string
  receivers: () => Promise<readonly Receiver[]>
  /** Makes due what a process had under way when it ended: on a store of several processes once its lease has ended. */
  resume: (now: number, isAlone: boolean) => Promise<unknown>
  due: (receiver: Receiver, now: number, limit: number) => Promise<number[]>
  /** One attempt, from taking the entry up to writing down what came of it. `stop` ends it at once. */
  send: (entry: number, stop: AbortSignal) => Promise<void>
}

/** Starts to send: to each receiver some entries at once, the longest waiting first. */
export async function sendDue<Receiver>(
  { store, now }: Pick<Context, 'store' | 'now'>,
  log: Pick<FastifyBaseLogger, 'error'>,
  { name, receivers, resume, due, send }: Outgoing<Receiver>,
): Promise<Sending> {
  await resume(now(), !store.isShared)
  const givingUp = new AbortController()
  let isStopping = false
  let running: Promise<void> | null = null
  let isWoken = false
  const failed = (error: unknown) => {
    // Why the disk takes no writes is said by whoever watches the store.
    if (!(error instanceof NotKept)) log.error({ err: error }, name)
  }
  const sendTo = async (receiver: Receiver) => {
    const entries = await due(receiver, now(), AT_A_TIME)
    if (entries.length === AT_A_TIME) isWoken = true
    const sendNext = async (): Promise<void> => {
      const entry = entries.shift()
      if (entry === undefined || isStopping) return
      await send(entry, givingUp.signal).catch(failed)
      return sendNext()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  }
  const sendAll = async () => {
    do {
      isWoken = false
      const all = await receivers()
      if (all.length === 0) return
      // Those of processes that ended.
      if (store.isShared) await resume(now(), false)
      await Promise.all(all.map(sendTo))
    } while (isWoken && !isStopping)
  }
  const wake = () => {
    isWoken = true
    if (isStopping) return
    running ??= sendAll()
      .catch(failed)
      .finally(() => (running = null))
  }
  const timer = setInterval(wake, LOOK_EVERY_MS)
  wake()
  return {
    wake,
    async stop(graceMs = 0) {
      isStopping = true
      clearInterval(timer)
      const grace = setTimeout(() => givingUp.abort(), graceMs)
      await running
      clearTimeout(grace)
    },
  }
}

const AT_A_TIME = 100
/** To one receiver; most answer within half a second. */
const AT_ONCE = 8

/** What an attempt came to that may be made again: due after a growing wait, or given up. `attempts`: made by now, this one
 *  included; `random`: 0 to 1. */
export function againOrDead(
  reason: string,
  attempts: number,
  { at, random }: { at: number; random: number },
): { state: 'due' | 'dead'; message: string; due_at: number | null } {
  const delay = retryDelayMs(attempts, random)
  return delay === null
    ? { state: 'dead', message: ATTEMPTS.givenUp(reason, attempts), due_at: null }
    : { state: 'due', message: reason, due_at: at + delay }
}
