import type { VendorDescriptor } from './vendor.ts'

/** Host that serves numbers. */
export const RETREAVER_HOST = 'api.rtvrapi.com'

/** Parameters of a page's address that Retreaver gets: how its visitor came. */
export const RETREAVER_TAGS = /^(affid|oid|sub[1-3]|gclid|fbclid|utm_\w+)$/

export const retreaver: VendorDescriptor<'retreaver'> = {
  source: () => ({
    script: 'https://dist.routingapi.com/jsapi/v1/retreaver.min.js',
    others: [`https://${RETREAVER_HOST}`],
  }),
}
