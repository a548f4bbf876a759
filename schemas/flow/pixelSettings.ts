import { Type, type Static, type TProperties, type TString } from 'typebox'
import { AT_MOST, closed, explained, Key, VISIBLE } from '../shape.ts'
import { field } from './question.ts'

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

const on = explained('What the vendor is told of.', {
  step: 'the visitor has answered a step; it needs "offer" and "step"',
  registration: 'all basic fields are filled in',
  lead: 'a lead falls due',
  sale: 'a buyer or a partner pays for it; the server alone tells of it, with the amount of the ledger',
})

/** An event with the vendor's name for it. */
function eventNamed<T extends TProperties>(name: TString, more: T) {
  return closed({
    on,
    offer: Type.Optional({
      ...Key,
      description: 'Only in this offer. Without it: in any.',
      examples: ['mva'],
    }),
    step: Type.Optional({
      ...Key,
      description: '"on": "step" only: which one of the offer.',
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
export function told<T extends TProperties = NoMore>(
  name: TString,
  examples: PixelEvent[],
  more: T = {} as T,
) {
  return {
    ...asked(name, examples, more),
    match: Type.Optional(
      Type.Array(explained('What is told.', { email: 'the email address', phone: 'the phone number' }), {
        default: [],
        uniqueItems: true,
        description:
          'What of the visitor the server tells as a hash, by which the vendor finds who saw its advertisement. Without it: nothing of what was typed.',
        examples: [['email']],
      }),
    ),
  }
}

/** The same for a vendor that cannot find people by what they typed. */
export function asked<T extends TProperties = NoMore>(
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
            description: 'What is recorded of who agrees.',
            examples: ['yes'],
          }),
        },
        {
          description:
            'The answer by which a visitor agrees to it. Before it is given, and once it is another, the script is not loaded and nothing is told. Without it the site does not ask.',
          examples: [{ field: 'ads', value: 'yes' }],
        },
      ),
    ),
    events: Type.Array(eventNamed(name, more), {
      maxItems: AT_MOST.actions,
      description: 'What is told, each once of a visit.',
      examples: [examples],
    }),
  }
}
