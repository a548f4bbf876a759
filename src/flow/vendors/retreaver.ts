import type { VendorDescriptor } from './vendor.ts'

/** Where numbers are asked for. */
export const RETREAVER_HOST = 'api.rtvrapi.com'

/** The parameters of a page's address that Retreaver is told: how its visitor came. */
export const RETREAVER_TAGS = /^(affid|oid|sub[1-3]|gclid|fbclid|utm_\w+)$/

export const retreaver: VendorDescriptor<'retreaver'> = {
  source: () => ({
    script: 'https://dist.routingapi.com/jsapi/v1/retreaver.min.js',
    others: [`https://${RETREAVER_HOST}`],
  }),
}
