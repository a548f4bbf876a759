import { Type, type Static } from 'typebox'
import { closed, HOST } from '../shape.ts'

/** The scripts of others that a page may load. */

const campaign_id = Type.String({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'The campaign’s key, as the vendor’s own page shows it.',
  examples: ['A1B2C3D4-0000'],
})
const everflowId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', examples: ['1004'] })

export const TrackingScripts = closed(
  {
    trustedform: Type.Optional(
      closed(
        { enabled: Type.Boolean({ description: 'Whether the script is loaded.' }) },
        { description: 'ActiveProspect TrustedForm: a certificate of what the visitor saw and did.' },
      ),
    ),
    everflow: Type.Optional(
      closed(
        {
          tracking_domain: Type.String({
            pattern: HOST,
            maxLength: 253,
            description: 'Without www: the script comes from www.<tracking_domain>.',
            examples: ['clicks.example'],
          }),
          oid: { ...everflowId, description: 'The offer’s id, where the page’s address names none.' },
          affid: { ...everflowId, description: 'The affiliate’s id, where the page’s address names none.' },
        },
        { description: 'Everflow: which affiliate’s click brought the visitor.' },
      ),
    ),
    jornaya: Type.Optional(
      closed(
        {
          campaign_id,
          account_id: Type.Optional({
            ...campaign_id,
            description:
              'The account’s id. With it, browsers without scripts load the vendor’s picture instead.',
          }),
        },
        { description: 'Jornaya LeadiD: a witness of the consent.' },
      ),
    ),
    retreaver: Type.Optional(
      closed(
        { campaign_id },
        { description: 'Retreaver: a phone number for this visitor, so that calls are tracked.' },
      ),
    ),
  },
  {
    description:
      'Scripts of others that the page loads after its first paint, unless the visitor sends Global Privacy Control or asked not to be sold. Only those named here are loaded.',
    examples: [{}],
  },
)
export type TrackingScripts = Static<typeof TrackingScripts>
