import type { TrackingScripts } from '../../schemas/flow.ts'

export type Vendor = keyof TrackingScripts

interface Source {
  /** The script's address. */
  script: string
  /** The origins that the script itself then speaks to. */
  others: string[]
  /** The picture that takes the script's place where no script runs. */
  pixel?: string
}

/** Where the scripts that a flow configures come from: the browser loads these, and the page's policy allows no others.
 *  Source: the vendors' own snippets and, for TrustedForm, its guide to a Content-Security-Policy. */
export function trackingSources(scripts: TrackingScripts): Partial<Record<Vendor, Source>> {
  const { trustedform, jornaya, everflow, retreaver } = scripts
  return {
    ...(trustedform?.enabled && {
      trustedform: {
        script: 'https://api.trustedform.com/trustedform.js',
        others: ['https://cdn.trustedform.com'],
        pixel: 'https://api.trustedform.com/ns.gif',
      },
    }),
    ...(jornaya && {
      jornaya: {
        script: `https://create.lidstatic.com/campaign/${jornaya.campaign_id}.js?snippet_version=2`,
        others: ['https://create.leadid.com'],
        ...(jornaya.account_id !== undefined && {
          pixel: `https://create.leadid.com/noscript.gif?lac=${jornaya.account_id}&lck=${jornaya.campaign_id}&snippet_version=2`,
        }),
      },
    }),
    ...(everflow && {
      everflow: { script: `https://www.${everflow.tracking_domain}/scripts/main.js`, others: [] },
    }),
    ...(retreaver && {
      retreaver: {
        script: 'https://dist.routingapi.com/jsapi/v1/retreaver.min.js',
        others: [`https://${RETREAVER_HOST}`],
      },
    }),
  }
}

/** Where numbers are asked for. */
export const RETREAVER_HOST = 'api.rtvrapi.com'

/** The parameters of a page's address that Retreaver is told: how its visitor came. */
export const RETREAVER_TAGS = /^(affid|oid|sub[1-3]|gclid|fbclid|utm_\w+)$/

/** The origins that a page with these scripts must be allowed to load from and speak to. */
export function trackingOrigins(scripts: TrackingScripts): string[] {
  return Object.values(trackingSources(scripts)).flatMap(({ script, others }) => [
    /^https:\/\/[^/]+/.exec(script)![0],
    ...others,
  ])
}

/** The pictures of the vendors' snippets for browsers without scripts. */
export function trackingPixels(scripts: TrackingScripts): string[] {
  return Object.values(trackingSources(scripts)).flatMap(({ pixel }) => pixel ?? [])
}
