import type { VendorDescriptor } from './vendor.ts'

export const jornaya: VendorDescriptor<'jornaya'> = {
  source: ({ campaign_id, account_id }) => ({
    script: `https://create.lidstatic.com/campaign/${campaign_id}.js?snippet_version=2`,
    others: ['https://create.leadid.com'],
    ...(account_id !== undefined && {
      pixel: `https://create.leadid.com/noscript.gif?lac=${account_id}&lck=${campaign_id}&snippet_version=2`,
    }),
  }),
  field: { id: 'leadid_token', name: 'universal_leadid', holds: 'jornaya_lead_id' },
}
