import { says } from '../../flow/languages/language.ts'
import type { Page } from '../../flow/page.ts'
import type { Cell } from '../queue/cell.ts'
import type { Outbox } from '../queue/outbox.ts'
import type { Storage } from '../queue/storage.ts'
import { afterPaint, once, whenIdle } from './timing.ts'

interface Sending {
  outbox: Outbox
  storage: Storage
  /** Code that calls the server. */
  late: () => Promise<typeof import('./late.ts')>
  /** True at the end of the flow. */
  ended: Cell<boolean>
  /** True once someone else may be using the browser. */
  isOver: () => boolean
}

/** Sends the contents of the outbox from now on: after the first paint, on every new call, and when the network is back; on page hide,
 *  everything that may still leave. */
export function startSending(page: Page, { outbox, storage, late, ended, isOver }: Sending): void {
  let wake = () => {}
  let forgetEnded = () => {}
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, ms)
    })
  const sender = once(async () => {
    const { createSender, forgetAtEnd, refusals, reloadWhenOver, send, sendLast, tellOfUnsent } = await late()
    // The loaded code has just run, so packing gets a separate task.
    await new Promise((resolve) => setTimeout(resolve))
    reloadWhenOver(page, storage, { ended, isOver })
    forgetEnded = () => forgetAtEnd(page, storage, { ended, outbox })
    return createSender({
      outbox,
      api: page.api,
      send,
      sendLast,
      sleep,
      random: Math.random,
      onFailed: ({ call }, status) =>
        console.warn(
          `${call} had ${status === 0 ? 'no answer' : `the answer ${status}`}: it will be sent again.`,
        ),
      onRefused: refusals(page, storage, tellOfUnsent(says(page.flow).UNSENT, ended, outbox)),
    })
  })
  let ready: Awaited<ReturnType<typeof sender>> | undefined
  const drain = async () => {
    ready = await sender()
    await ready.drain()
    forgetEnded()
  }
  // The next step is on the screen before the last answer is packed.
  outbox.subscribe(() => whenIdle(() => void drain()))
  addEventListener('online', () => wake())
  addEventListener('pageshow', () => {
    wake()
    void drain()
  })
  addEventListener('pagehide', () => {
    ready?.flush()
    forgetEnded()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ready?.flush()
  })
  afterPaint(() => void drain())
}
