import { watchEvents, type PixelOptions } from './pixelScript.ts'
import { addScript } from './tracker.ts'

/** A list of calls until the script has loaded, with a method for each. */
type Ttq = unknown[] & Record<string, unknown>

declare global {
  interface Window {
    ttq?: Ttq
    TiktokAnalyticsObject?: string
  }
}

/** TikTok's pixel. Source: its base code. */
export function startTiktok(options: PixelOptions<'tiktok'>): void {
  const { pixel_id } = options.settings
  const call = (method: string, ...args: unknown[]) => {
    const known = window.ttq?.[method] as ((...args: unknown[]) => void) | undefined
    known?.apply(window.ttq, args)
  }
  watchEvents(options, {
    load: () => {
      window.TiktokAnalyticsObject = 'ttq'
      window.ttq ??= queueing(pixel_id, options.script)
      call('page')
      addScript(options.script)
    },
    consent: (may) => call(may ? 'grantConsent' : 'revokeConsent'),
    tell: ({ name }, event_id) => call('track', name, {}, { event_id }),
  })
}

const METHODS = ['page', 'track', 'identify', 'grantConsent', 'revokeConsent']

/** Queues calls until the script has loaded, which looks for these members. */
function queueing(pixel_id: string, script: string): Ttq {
  const ttq = [] as unknown as Ttq
  const account: unknown[] & { _u?: string } = []
  account._u = script.replace(/\?.*/, '')
  for (const method of METHODS) ttq[method] = (...args: unknown[]) => void ttq.push([method, ...args])
  return Object.assign(ttq, {
    methods: METHODS,
    _i: { [pixel_id]: account },
    _t: { [pixel_id]: Date.now() },
    _o: { [pixel_id]: {} },
  })
}
