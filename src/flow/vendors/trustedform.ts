import type { VendorDescriptor } from './vendor.ts'

export const trustedform: VendorDescriptor<'trustedform'> = {
  source: ({ enabled }) =>
    enabled
      ? {
          script: 'https://api.trustedform.com/trustedform.js',
          others: ['https://cdn.trustedform.com'],
          pixel: 'https://api.trustedform.com/ns.gif',
        }
      : null,
  field: { id: 'xxTrustedFormCertUrl_0', name: 'xxTrustedFormCertUrl', holds: 'trustedform_cert_url' },
}
