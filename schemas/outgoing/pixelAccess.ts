import { Type, type Static, type TSchema } from 'typebox'
import { VENDOR_ID } from '../flow/pixelSettings.ts'
import { closed } from '../kernel/shape.ts'

/** Access of the server to the vendors that flows send events to: the file that PIXELS_FILE names. It contains secrets and stays on the
 *  server. */

const access = {
  local: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'The url is on this machine, for testing. Loopback and plain http are allowed. It needs the setting LOCAL_TARGETS=allow.',
    }),
  ),
  timeout_s: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      default: 10,
      examples: [10],
      description: 'The time to wait for a response.',
    }),
  ),
}

function url(example: string, description: string) {
  return Type.Optional(
    Type.String({ pattern: '^https?://', default: example, examples: [example], description }),
  )
}

function maxAgeDays(days: number, description: string) {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum: 90, default: days, examples: [days], description }),
  )
}

function accounts<T extends TSchema>(pattern: string, value: T, options: object) {
  return Type.Optional(
    Type.Record(Type.String({ pattern }), value, { additionalProperties: false, ...options }),
  )
}

export const MetaAccess = closed({
  access_token: Type.String({
    minLength: 10,
    description: 'The Conversions API token from Events Manager.',
    examples: ['a-secret-of-the-pixel'],
  }),
  url: url('https://graph.facebook.com/v25.0', 'The Graph API with its version.'),
  test_event_code: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Shows events under Test Events. They still count, so remove it after testing.',
      examples: ['TEST12345'],
    }),
  ),
  max_age_days: maxAgeDays(7, 'Older events aren’t sent, because Meta refuses them.'),
  ...access,
})
export type MetaAccess = Static<typeof MetaAccess>

export const Ga4Access = closed({
  api_secret: Type.String({
    minLength: 10,
    description: 'A Measurement Protocol API secret, from the web stream’s settings.',
    examples: ['a-secret-of-the-stream'],
  }),
  url: url(
    'https://www.google-analytics.com/mp/collect',
    'The URL to post events to. https://region1.google-analytics.com/mp/collect keeps them in the EU.',
  ),
  max_age_days: maxAgeDays(3, 'Older events aren’t sent, because Google would change their time.'),
  ...access,
})
export type Ga4Access = Static<typeof Ga4Access>

export const GoogleAdsAccess = closed({
  account_id: Type.String({
    pattern: '^\\d{10}$',
    description: 'The account’s customer ID, without dashes.',
    examples: ['1234567890'],
  }),
  client_id: Type.String({
    minLength: 10,
    description: 'The ID of the OAuth client.',
    examples: ['123.apps.googleusercontent.com'],
  }),
  client_secret: Type.String({
    minLength: 10,
    description: 'The secret of the OAuth client.',
    examples: ['a-secret-of-the-client'],
  }),
  refresh_token: Type.String({
    minLength: 10,
    description: 'The token used to request access tokens for https://www.googleapis.com/auth/datamanager.',
    examples: ['another-secret-of-the-client'],
  }),
  token_url: url('https://oauth2.googleapis.com/token', 'The URL to request access tokens from.'),
  url: url('https://datamanager.googleapis.com/v1/events:ingest', 'The Data Manager API with its version.'),
  max_age_days: maxAgeDays(
    63,
    'Older events aren’t sent. Google’s own limit isn’t confirmed. Ask Google if old events are refused.',
  ),
  ...access,
})
export type GoogleAdsAccess = Static<typeof GoogleAdsAccess>

export const TiktokAccess = closed({
  access_token: Type.String({
    minLength: 10,
    description: 'The Events API token from Events Manager.',
    examples: ['a-secret-of-the-pixel'],
  }),
  url: url(
    'https://business-api.tiktok.com/open_api/v1.3/event/track/',
    'The Events API with its version. Check it against TikTok’s documentation.',
  ),
  test_event_code: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Shows events under Test Events.',
      examples: ['TEST12345'],
    }),
  ),
  max_age_days: maxAgeDays(
    7,
    'Older events aren’t sent. TikTok’s own limit isn’t confirmed. Ask TikTok if old events are refused.',
  ),
  ...access,
})
export type TiktokAccess = Static<typeof TiktokAccess>

export const PixelsFile = closed(
  {
    $schema: Type.Optional(
      Type.String({
        description: 'The address of this schema, so that your editor can autocomplete and validate.',
        examples: ['./schemas/json/pixels.schema.json'],
      }),
    ),
    meta: accounts(VENDOR_ID.digits, MetaAccess, {
      description: 'Meta’s Conversions API, by the pixel_id in flows.',
      examples: [{ '123456789012345': { access_token: 'a-secret-of-the-pixel' } }],
    }),
    ga4: accounts(VENDOR_ID.stream, Ga4Access, {
      description: 'Google Analytics Measurement Protocol, by the measurement_id in flows.',
      examples: [{ 'G-ABCDE12345': { api_secret: 'a-secret-of-the-stream' } }],
    }),
    google_ads: accounts(VENDOR_ID.conversion, GoogleAdsAccess, {
      description: 'Google’s Data Manager API, by the conversion_id in flows.',
      examples: [
        {
          'AW-123456789': {
            account_id: '1234567890',
            client_id: '123.apps.googleusercontent.com',
            client_secret: 'a-secret-of-the-client',
            refresh_token: 'another-secret-of-the-client',
          },
        },
      ],
    }),
    tiktok: accounts(VENDOR_ID.code, TiktokAccess, {
      description: 'TikTok’s Events API, by the pixel_id in flows.',
      examples: [{ C4A1B2C3D4E5F6G7H8I9: { access_token: 'a-secret-of-the-pixel' } }],
    }),
  },
  {
    title: 'Leadloom pixels',
    description: 'Access to the vendors that events are sent to, by the IDs that flows use for them.',
  },
)
export type PixelsFile = Static<typeof PixelsFile>
