import { Type, type Static, type TProperties, type TString } from 'typebox'
import { AT_MOST, closed, explained, Key, VISIBLE } from '../kernel/shape.ts'
import { field } from '../elements/question.ts'

/** Settings of a vendor that is sent events, by its script in the browser and by the server. */

/** Patterns of vendors' IDs. */
export const VENDOR_ID = {
  digits: '^\\d{1,20}$',
  stream: '^G-[A-Z0-9]{4,20}$',
  conversion: '^AW-\\d{5,15}$',
  code: '^[A-Z0-9]{10,40}$',
} as const

/** Pattern of event names of Google Analytics, which reserves some prefixes. */
export const GA4_NAME = '^(?!firebase_|ga_|google_)[A-Za-z][A-Za-z0-9_]{0,39}$'

const on = explained('When the event is sent.', {
  step: 'the visitor answered a step; needs "offer" and "step"',
  registration: 'all basic fields are answered',
  lead: 'a lead is created',
  sale: 'a buyer or a partner pays; sent only by the server, with the amount from the ledger',
})

/** An event with the vendor's name for it. */
function eventNamed<T extends TProperties>(name: TString, more: T) {
  return closed({
    on,
    offer: Type.Optional({
      ...Key,
      description: 'Only in this offer. If omitted, in any offer.',
      examples: ['mva'],
    }),
    step: Type.Optional({
      ...Key,
      description: 'For "on": "step" only: the step of the offer.',
      examples: ['zip'],
    }),
    name,
    ...more,
  })
}

const PixelEvent = eventNamed(Type.String(), {})
export type PixelEvent = Static<typeof PixelEvent>

type NoMore = Record<never, never>

/** Settings that all such vendors share. `more` has additional members of its events. */
export function matchedPixel<T extends TProperties = NoMore>(
  name: TString,
  examples: PixelEvent[],
  more: T = {} as T,
) {
  return {
    ...plainPixel(name, examples, more),
    match: Type.Optional(
      Type.Array(explained('The event that is sent.', { email: 'email address', phone: 'phone number' }), {
        default: [],
        uniqueItems: true,
        description:
          'The visitor’s data that the server sends as hashes, so that the vendor can match who saw its ads. If omitted, nothing that visitors type is sent.',
        examples: [['email']],
      }),
    ),
  }
}

/** The same for a vendor that cannot find people by what they typed. */
export function plainPixel<T extends TProperties = NoMore>(
  name: TString,
  examples: PixelEvent[],
  more: T = {} as T,
) {
  return {
    consent: Type.Optional(
      closed(
        {
          field: { ...field, description: 'The field that the question records.', examples: ['ads'] },
          value: Type.String({
            pattern: VISIBLE,
            maxLength: AT_MOST.value,
            description: 'The value recorded for visitors who agree.',
            examples: ['yes'],
          }),
        },
        {
          description:
            'The answer that gives consent to the script. Without this answer, the script isn’t loaded and no events are sent. If omitted, no consent is asked for.',
          examples: [{ field: 'ads', value: 'yes' }],
        },
      ),
    ),
    events: Type.Array(eventNamed(name, more), {
      maxItems: AT_MOST.actions,
      description: 'The events to send, each once per visit.',
      examples: [examples],
    }),
  }
}
