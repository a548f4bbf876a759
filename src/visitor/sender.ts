import { delayMs } from './backoff.ts'
import type { Outbox, Parcel } from './outbox.ts'
import { buildRequest, type SignedRequest } from './request.ts'

/** Fetch refuses keepalive bodies above 64 KiB in flight, all requests together (WHATWG Fetch). */
const KEEPALIVE_BYTES = 64 * 1024

export interface SenderPorts {
  outbox: Outbox
  /** The address that stands for /api. */
  api: string
  /** Rejects when there is no answer. */
  send: (request: SignedRequest) => Promise<{ status: number; retryAfterMs?: number | undefined }>
  /** Sends without waiting: the page may be gone before an answer comes. */
  sendLast: (request: SignedRequest) => void
  /** Resolves after `ms`, or sooner when there is reason to try again at once. */
  sleep: (ms: number) => Promise<void>
  /** 0 to 1. */
  random: () => number
  /** The server refuses the call for good: it has counted and kept it aside, and it must not block what follows. */
  onRefused: (parcel: Parcel, status: number) => void
}

export interface Sender {
  /** Sends what waits, oldest first, one at a time, until nothing does. Called while it runs, it goes on running. */
  drain: () => Promise<void>
  /** Page hide: sends as much as may be in flight, oldest first. All of it stays kept until a later visit hears that it
   *  arrived. */
  flush: () => void
}

/** Sends an outbox. A parcel is removed when the server has it (204) or will never take it; everything else, silence
 *  and garbage too, is tried again after a growing delay. */
export function createSender({ outbox, api, send, sendLast, sleep, random, onRefused }: SenderPorts): Sender {
  let running: Promise<void> | null = null

  const run = async () => {
    let failures = 0
    for (let [key] = outbox.keys(); key !== undefined; [key] = outbox.keys()) {
      const parcel = outbox.read(key)
      if (!parcel) {
        outbox.remove(key)
        continue
      }
      const { status, retryAfterMs = 0 } = await send(buildRequest(api, parcel)).catch(() => SILENCE)
      if (status === 204 || isFinal(status)) {
        failures = 0
        outbox.remove(key)
        if (status !== 204) onRefused(parcel, status)
      } else {
        failures += 1
        await sleep(Math.max(delayMs(failures, random()), retryAfterMs))
      }
    }
  }

  return {
    drain: () => {
      running ??= run().finally(() => (running = null))
      return running
    },
    flush: () => {
      let room = KEEPALIVE_BYTES
      for (const key of outbox.keys()) {
        const parcel = outbox.read(key)
        if (!parcel) continue
        const request = buildRequest(api, parcel)
        room -= request.body.length
        if (room < 0) return
        sendLast(request)
      }
    },
  }
}

/** No answer at all. */
const SILENCE: Awaited<ReturnType<SenderPorts['send']>> = { status: 0 }

/** Refusals that a later try cannot change. 408, 425 and 429 mean later; so does everything above 499. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
