import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import { pixelSources, type PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import { persist } from '../queue/persist.ts'
import type { PixelGiven } from './pixelScript.ts'

/** Starts of each pixel; the compiler requires every one of src/flow/vendors. */
const SCRIPTS: { [V in PixelVendor]: (given: PixelGiven<V>) => Promise<void> } = {
  meta: async (given) => (await import('./metaScript.ts')).startMeta(given),
  ga4: async (given) => (await import('./ga4Script.ts')).startGa4(given),
  google_ads: async (given) => (await import('./googleAdsScript.ts')).startGoogleAds(given),
  tiktok: async (given) => (await import('./tiktokScript.ts')).startTiktok(given),
}

type Ports = Omit<PixelGiven<PixelVendor>, 'settings' | 'script'>

/** Starts the pixels that the flow configures. */
export function startPixelScripts(ports: Ports): void {
  const scripts = ports.page.flow.ui_config.entrypoint.tracking_scripts
  for (const [vendor, source] of Object.entries(pixelSources(scripts)))
    void persist(() => start(vendor as PixelVendor, { scripts, script: source.script, ...ports }))
}

function start<V extends PixelVendor>(
  vendor: V,
  { scripts, ...given }: Ports & { scripts: TrackingScripts; script: string },
): Promise<void> {
  return SCRIPTS[vendor]({ settings: scripts[vendor]!, ...given })
}
