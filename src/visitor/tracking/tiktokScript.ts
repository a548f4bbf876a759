import { watchEvents, type PixelGiven } from './pixelScript.ts'
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
export function startTiktok(given: PixelGiven<'tiktok'>): void {
  const { pixel_id } = given.settings
  const call = (method: string, ...given: unknown[]) =>
    (window.ttq?.[method] as ((...given: unknown[]) => void) | undefined)?.(...given)
  watchEvents(given, {
    load: () => {
      window.TiktokAnalyticsObject = 'ttq'
      window.ttq ??= queueing(pixel_id, given.script)
      call('page')
      addScript(given.script)
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
  for (const method of METHODS) ttq[method] = (...given: unknown[]) => void ttq.push([method, ...given])
  return Object.assign(ttq, {
    methods: METHODS,
    _i: { [pixel_id]: account },
    _t: { [pixel_id]: Date.now() },
    _o: { [pixel_id]: {} },
  })
}
