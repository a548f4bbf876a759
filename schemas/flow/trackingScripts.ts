import { Type, type Static } from 'typebox'
import { closed, HOST, KEY } from '../shape.ts'
import { asked, GA4_NAME, told, VENDOR_ID } from './pixelSettings.ts'

/** Third-party scripts that a page may load. */

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
    meta: Type.Optional(
      closed(
        {
          pixel_id: Type.String({
            pattern: VENDOR_ID.digits,
            description: 'The pixel’s id, as the Events Manager shows it.',
            examples: ['123456789012345'],
          }),
          ...told(
            Type.String({
              pattern: `^${KEY}$`,
              maxLength: 50,
              description:
                'A standard event of Meta’s, or a name of yours. Purchase needs an amount: a sale.',
              examples: ['Lead'],
            }),
            [
              { on: 'registration', name: 'CompleteRegistration' },
              { on: 'lead', name: 'Lead' },
              { on: 'sale', name: 'Purchase' },
            ],
          ),
        },
        {
          description:
            'Meta: which of its advertisements brought the visitor. The browser’s pixel and the server tell of an event under one id. The server’s access stands in PIXELS_FILE.',
        },
      ),
    ),
    ga4: Type.Optional(
      closed(
        {
          measurement_id: Type.String({
            pattern: VENDOR_ID.stream,
            description: 'The measurement id of the web stream.',
            examples: ['G-ABCDE12345'],
          }),
          ...asked(
            Type.String({
              pattern: GA4_NAME,
              description:
                'A recommended event of Google Analytics, or a name of yours. purchase needs an amount: a sale.',
              examples: ['generate_lead'],
            }),
            [
              { on: 'registration', name: 'sign_up' },
              { on: 'lead', name: 'generate_lead' },
              { on: 'sale', name: 'purchase' },
            ],
          ),
        },
        {
          description:
            'Google Analytics 4. The browser’s script tells of pages, and the server alone of events: they have no id there by which what both tell would count once. So they need the server’s access, in PIXELS_FILE.',
        },
      ),
    ),
    google_ads: Type.Optional(
      closed(
        {
          conversion_id: Type.String({
            pattern: VENDOR_ID.conversion,
            description: 'The conversion id of the Google tag.',
            examples: ['AW-123456789'],
          }),
          ...told(
            Type.String({
              pattern: '^[A-Za-z0-9_-]{1,64}$',
              description: 'The label of the conversion action, by which the browser names it.',
              examples: ['AbC-D_efG-h12_34-567'],
            }),
            [
              { on: 'lead', name: 'AbC-D_efG-h12_34-567', action: '123456789' },
              { on: 'sale', name: 'XyZ-D_efG-h12_34-567', action: '987654321' },
            ] as never,
            {
              action: Type.String({
                pattern: VENDOR_ID.digits,
                description:
                  'The id of the conversion action, by which the server names it: ctId in its address.',
                examples: ['123456789'],
              }),
            },
          ),
        },
        {
          description:
            'Google Ads: conversions of its clicks. The browser’s tag and the server tell of one under the same transaction id. The server’s access stands in PIXELS_FILE.',
        },
      ),
    ),
    tiktok: Type.Optional(
      closed(
        {
          pixel_id: Type.String({
            pattern: VENDOR_ID.code,
            description: 'The pixel’s code, as the Events Manager shows it.',
            examples: ['C4A1B2C3D4E5F6G7H8I9'],
          }),
          ...told(
            Type.String({
              pattern: `^${KEY}$`,
              maxLength: 50,
              description:
                'A standard event of TikTok’s, or a name of yours. CompletePayment needs an amount: a sale.',
              examples: ['SubmitForm'],
            }),
            [
              { on: 'registration', name: 'CompleteRegistration' },
              { on: 'lead', name: 'SubmitForm' },
              { on: 'sale', name: 'CompletePayment' },
            ],
          ),
        },
        {
          description:
            'TikTok: which of its advertisements brought the visitor. The browser’s pixel and the server tell of an event under one id. The server’s access stands in PIXELS_FILE.',
        },
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
