import { watchEvents, type PixelOptions } from './pixelScript.ts'
import { addScript } from './tracker.ts'

type Fbq = ((...call: unknown[]) => void) & {
  /** Set by the script once it has loaded. */
  callMethod?: (...call: unknown[]) => void
  queue: unknown[]
  push: Fbq
  loaded: boolean
  version: string
  disablePushState: boolean
}

declare global {
  interface Window {
    fbq?: Fbq
    _fbq?: Fbq
  }
}

/** Meta's pixel. It does not look for buttons and events on its own, and does not see a step as a page. Source:
 *  developers.facebook.com/docs/meta-pixel, the base code; "advanced", "deduplicate pixel and server events". */
export function startMeta(options: PixelOptions<'meta'>): void {
  const { pixel_id } = options.settings
  const fbq = queueing()
  watchEvents(options, {
    load: () => {
      window.fbq ??= window._fbq ??= fbq
      fbq('set', 'autoConfig', false, pixel_id)
      fbq('init', pixel_id)
      fbq('trackSingle', pixel_id, 'PageView')
      addScript(options.script)
    },
    consent: (may) => fbq('consent', may ? 'grant' : 'revoke'),
    tell: ({ name }, eventID) => fbq('trackSingle', pixel_id, name, {}, { eventID }),
  })
}

/** Queues calls until the script has loaded. */
function queueing(): Fbq {
  const fbq = ((...call: unknown[]) => {
    if (fbq.callMethod) fbq.callMethod(...call)
    else fbq.queue.push(call)
  }) as Fbq
  return Object.assign(fbq, {
    push: fbq,
    queue: [],
    loaded: true,
    version: '2.0',
    disablePushState: true,
  })
}
