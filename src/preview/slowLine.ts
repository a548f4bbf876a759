import { brotliCompressSync, constants } from 'node:zlib'
import type { SiteAnswer } from './rewritten.ts'

/** The connection of a phone on slow 4G. It delays what one page is answered; how slowly the phone itself works it does not show.
 *  Source: Lighthouse, `mobileSlow4G`: what Chrome's developer tools call Slow 4G. */
export const SLOW_4G = {
  /** Of each request, with what setting up its connection takes. */
  latencyMs: 562.5,
  /** 1,474.56 and 675 kbit/s. */
  downBytesPerMs: 184.32,
  upBytesPerMs: 84.375,
} as const

/** Resolves once a line has carried a request and its answer. What is asked at the same time shares the line. */
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

/** How many bytes of an answer a visitor's browser would load: text is packed for it. */
export function sentBytes({ headers, rawPayload }: Pick<SiteAnswer, 'headers' | 'rawPayload'>): number {
  if (!PACKED.test(String(headers['content-type']))) return rawPayload.length
  return brotliCompressSync(rawPayload, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

const PACKED = /^text\/|javascript|json|svg/
