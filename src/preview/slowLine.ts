import { brotliCompressSync, constants } from 'node:zlib'
import type { SiteAnswer } from './rewritten.ts'

/** Connection of a phone on slow 4G. It delays the answers to one page; it doesn't simulate a slow phone. Source: Lighthouse,
 *  `mobileSlow4G`, which Chrome's developer tools call Slow 4G. */
export const SLOW_4G = {
  /** Latency of each request, including connection setup. */
  latencyMs: 562.5,
  /** 1,474.56 and 675 kbit/s. */
  downBytesPerMs: 184.32,
  upBytesPerMs: 84.375,
} as const

/** Resolves once the line has carried a request and its answer. Simultaneous requests share the line. */
export type SlowLine = (bytes: { up: number; down: number }) => Promise<void>

export function slowLine({
  now,
  sleep,
}: {
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}): SlowLine {
  let freeAt = 0
  return async ({ up, down }) => {
    const { latencyMs, downBytesPerMs, upBytesPerMs } = SLOW_4G
    freeAt = Math.max(now() + latencyMs + up / upBytesPerMs, freeAt) + down / downBytesPerMs
    await sleep(freeAt - now())
  }
}

/** Bytes of an answer that a visitor's browser would load; text is compressed for it. */
export function sentBytes({ headers, rawPayload }: Pick<SiteAnswer, 'headers' | 'rawPayload'>): number {
  if (!PACKED.test(String(headers['content-type']))) return rawPayload.length
  return brotliCompressSync(rawPayload, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

const PACKED = /^text\/|javascript|json|svg/
