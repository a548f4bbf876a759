import type { VendorDescriptor } from './vendor.ts'

export const everflow: VendorDescriptor<'everflow'> = {
  source: ({ tracking_domain }) => ({ script: `https://www.${tracking_domain}/scripts/main.js`, others: [] }),
  chooses: 'tracking_domain',
}
