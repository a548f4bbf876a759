import { Type, type Static } from 'typebox'
import { closed, HOST, KEY } from '../kernel/shape.ts'
import { GA4_NAME, matchedPixel, plainPixel, VENDOR_ID } from './pixelSettings.ts'

/** Third-party scripts that a page may load. */

const campaign_id = Type.String({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'The campaign’s key, from the vendor’s page.',
  examples: ['A1B2C3D4-0000'],
})
const everflowId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', examples: ['1004'] })

export const TrackingScripts = closed(
  {
    trustedform: Type.Optional(
      closed(
        { enabled: Type.Boolean({ description: 'Whether the script is loaded.' }) },
        { description: 'ActiveProspect TrustedForm, a certificate of what the visitor saw and did.' },
      ),
    ),
    everflow: Type.Optional(
      closed(
        {
          tracking_domain: Type.String({
            pattern: HOST,
            maxLength: 253,
            description: 'The domain without www. The script is loaded from www.<tracking_domain>.',
            examples: ['clicks.example'],
          }),
          oid: { ...everflowId, description: 'The offer ID, if the page’s address has none.' },
          affid: { ...everflowId, description: 'The affiliate ID, if the page’s address has none.' },
        },
        { description: 'Everflow, which tracks the affiliate click that brought the visitor.' },
      ),
    ),
    jornaya: Type.Optional(
      closed(
        {
          campaign_id,
          account_id: Type.Optional({
            ...campaign_id,
            description:
              'The account ID. If set, browsers without JavaScript load the vendor’s image instead.',
          }),
        },
        { description: 'Jornaya LeadiD, which witnesses the consent.' },
      ),
    ),
    retreaver: Type.Optional(
      closed({ campaign_id }, { description: 'Retreaver, a phone number for each visitor to track calls.' }),
    ),
    meta: Type.Optional(
      closed(
        {
          pixel_id: Type.String({
            pattern: VENDOR_ID.digits,
            description: 'The pixel ID from Events Manager.',
            examples: ['123456789012345'],
          }),
          ...matchedPixel(
            Type.String({
              pattern: `^${KEY}$`,
              maxLength: 50,
              description:
                'A Meta standard event or a custom name. Purchase needs an amount, so use it for a sale.',
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
            'Meta, which tracks the ad that brought the visitor. The browser’s pixel and the server send each event with the same ID. Set the server’s access in PIXELS_FILE.',
        },
      ),
    ),
    ga4: Type.Optional(
      closed(
        {
          measurement_id: Type.String({
            pattern: VENDOR_ID.stream,
            description: 'The measurement ID of the web stream.',
            examples: ['G-ABCDE12345'],
          }),
          ...plainPixel(
            Type.String({
              pattern: GA4_NAME,
              description:
                'A Google Analytics recommended event or a custom name. An event named purchase needs an amount, so use it for a sale.',
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
            'Google Analytics 4. The browser’s script sends page views, and only the server sends events, because Google Analytics can’t deduplicate them. Events need the server’s access in PIXELS_FILE.',
        },
      ),
    ),
    google_ads: Type.Optional(
      closed(
        {
          conversion_id: Type.String({
            pattern: VENDOR_ID.conversion,
            description: 'The conversion ID of the Google tag.',
            examples: ['AW-123456789'],
          }),
          ...matchedPixel(
            Type.String({
              pattern: '^[A-Za-z0-9_-]{1,64}$',
              description: 'The label of the conversion action, used by the browser.',
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
                  'The ID of the conversion action, used by the server. It’s ctId in the action’s address.',
                examples: ['123456789'],
              }),
            },
          ),
        },
        {
          description:
            'Google Ads, which tracks conversions from its clicks. The browser’s tag and the server send each one with the same transaction ID. Set the server’s access in PIXELS_FILE.',
        },
      ),
    ),
    tiktok: Type.Optional(
      closed(
        {
          pixel_id: Type.String({
            pattern: VENDOR_ID.code,
            description: 'The pixel code from Events Manager.',
            examples: ['C4A1B2C3D4E5F6G7H8I9'],
          }),
          ...matchedPixel(
            Type.String({
              pattern: `^${KEY}$`,
              maxLength: 50,
              description:
                'A TikTok standard event or a custom name. CompletePayment needs an amount, so use it for a sale.',
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
            'TikTok, which tracks the ad that brought the visitor. The browser’s pixel and the server send each event with the same ID. Set the server’s access in PIXELS_FILE.',
        },
      ),
    ),
  },
  {
    description:
      'Third-party scripts that the page loads after its first paint, unless the visitor sends Global Privacy Control or has opted out of sale. Only these scripts are loaded.',
    examples: [{}],
  },
)
export type TrackingScripts = Static<typeof TrackingScripts>
