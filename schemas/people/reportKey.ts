import { Type, type Static } from 'typebox'
import { closed, EpochMs } from '../kernel/shape.ts'
import { NAME_PATTERN } from '../kernel/formFieldLimits.ts'
import { Sites } from './sites.ts'

/** API keys for programs that read reports. Times are UTC epoch ms. */

/** A key in a list, without the key itself. */
export const ReportKey = closed({
  name: Type.String({ pattern: NAME_PATTERN, description: 'What the key is for. Names can’t be reused.' }),
  sites: Sites,
  made_by: Type.Union([Type.String(), Type.Null()], {
    description:
      'The admin who created it. It stops working when they lose that role. Null for the command line.',
  }),
  made_at: EpochMs,
  expires_at: Type.Union([EpochMs, Type.Null()], {
    description: 'When it expires, or null for never.',
  }),
  seen_at: Type.Union([EpochMs, Type.Null()], {
    description: 'When it was last used, to the minute. Null if it never was.',
  }),
  revoked_at: Type.Union([EpochMs, Type.Null()]),
})
export type ReportKey = Static<typeof ReportKey>

export const ReportKeys = closed({ data: Type.Array(ReportKey) })
export const NewReportKey = closed({
  name: ReportKey.properties.name,
  sites: Sites,
  expires_at: ReportKey.properties.expires_at,
})
export const RevokeReportKey = closed({ name: ReportKey.properties.name })
export const MadeReportKey = closed({
  key: Type.String({ description: 'The key. It’s shown only here.' }),
  made: ReportKey,
})
export type MadeReportKey = Static<typeof MadeReportKey>
