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
  /** Notes whether the server refused an answer for good, or the visit is on another device. */
  onUnsent: (isUnsent: boolean, forGood: boolean) => void
  /** True at the end of the flow. */
  ended: Cell<boolean>
  /** True once someone else may be using the browser. */
  isOver: () => boolean
}

/** Event of the window when the outbox has been sent as far as possible. */
export const SENT = 'leadloom:sent'

/** Sends the contents of the outbox from now on: after the first paint, on every new call, and when the network is back; on page hide,
 *  everything that may still leave. */
export function startSending(page: Page, { outbox, storage, late, onUnsent, ended, isOver }: Sending): void {
  let wake = () => {}
  let forgetEnded = () => {}
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, ms)
    })
  const sender = once(async () => {
    const { call, createSender, forgetAtEnd, refusals, reloadWhenOver, send, sendLast, tellOfUnsent } =
      await late()
    // The loaded code has just run, so packing gets a separate task.
    await new Promise((resolve) => setTimeout(resolve))
    reloadWhenOver(page, storage, { ended, isOver })
    forgetEnded = () => forgetAtEnd(page, storage, { ended, outbox })
    const { api, flow, session } = page
    const notice = tellOfUnsent(says(flow).UNSENT, ended, outbox)
    const takeBack = async () => {
      const { uuid: session_uuid, token } = session
      const body = { session_uuid, session_token: token }
      await call(api, 'POST /api/sessions/take-back', { body, token })
      onUnsent(false, false)
      void drain()
    }
    return createSender({
      outbox,
      api,
      send,
      sendLast,
      sleep,
      random: Math.random,
      onFailed: ({ call }, status) =>
        console.warn(
          `${call} had ${status === 0 ? 'no answer' : `the answer ${status}`}: it will be sent again.`,
        ),
      onMoved: () => {
        onUnsent(true, false)
        notice.moved(takeBack)
      },
      onRefused: refusals(page, storage, () => {
        onUnsent(true, true)
        notice.refused()
      }),
    })
  })
  let ready: Awaited<ReturnType<typeof sender>> | undefined
  const drain = async () => {
    ready = await sender()
    await ready.drain()
    dispatchEvent(new Event(SENT))
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
