import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import { pixelSources, type PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import { persist } from '../queue/persist.ts'
import type { PixelOptions } from './pixelScript.ts'

/** Starts of each pixel; the compiler requires every one of src/flow/vendors. */
const SCRIPTS: { [V in PixelVendor]: (options: PixelOptions<V>) => Promise<void> } = {
  meta: async (options) => (await import('./metaScript.ts')).startMeta(options),
  ga4: async (options) => (await import('./ga4Script.ts')).startGa4(options),
  google_ads: async (options) => (await import('./googleAdsScript.ts')).startGoogleAds(options),
  tiktok: async (options) => (await import('./tiktokScript.ts')).startTiktok(options),
}

type Ports = Omit<PixelOptions<PixelVendor>, 'settings' | 'script'>

/** Starts the pixels that the flow configures. */
export function startPixelScripts(ports: Ports): void {
  const scripts = ports.page.flow.ui_config.entrypoint.tracking_scripts
  for (const [vendor, source] of Object.entries(pixelSources(scripts)))
    void persist(() => start(vendor as PixelVendor, { scripts, script: source.script, ...ports }))
}

function start<V extends PixelVendor>(
  vendor: V,
  { scripts, ...options }: Ports & { scripts: TrackingScripts; script: string },
): Promise<void> {
  return SCRIPTS[vendor]({ settings: scripts[vendor]!, ...options })
}
