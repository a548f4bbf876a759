import { Type, type Static } from 'typebox'
import { closed, oneOf } from '../kernel/shape.ts'
import type { Call } from '../kernel/call.ts'

/** Checks of an answer that need a server. */

const EmailCheck = closed({ email: Type.String({ maxLength: 320 }) })

const PhoneCheck = closed({ phone: Type.String({ maxLength: 40 }) })

const ZipCheck = closed({ zip: Type.String({ maxLength: 20 }) })

const GibberishCheck = closed({ is_gibberish: Type.String({ maxLength: 20_000 }) })

const Valid = closed({ valid: Type.Boolean() })

const Insistable = Type.Optional(
  Type.Literal(true, {
    description:
      'True if the format is valid and the value just couldn’t be verified. It’s accepted when it’s sent again with insisted.',
  }),
)

export const EmailValid = closed({
  valid: Type.Boolean(),
  suggestion: Type.Optional(
    Type.String({
      description: 'The address that was probably meant, if the provider’s name is misspelled.',
    }),
  ),
  insistable: Insistable,
})
export type EmailValid = Static<typeof EmailValid>

export const ZipValid = closed({
  valid: Type.Boolean(),
  data: Type.Record(Type.String(), Type.String(), { description: 'Fields to fill in: city, state.' }),
  insistable: Insistable,
})
export type ZipValid = Static<typeof ZipValid>

const Gibberish = closed({ data: closed({ is_gibberish: oneOf(['yes', 'no']) }) })

export const CHECK_CALLS = {
  'POST /api/validations/email': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Checks whether an email address can receive mail, and suggests a correction for a typo.',
    body: EmailCheck,
    status: 200,
    answer: EmailValid,
  },
  'POST /api/validations/phone': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Checks whether a phone number can belong to a person in the US.',
    body: PhoneCheck,
    status: 200,
    answer: Valid,
  },
  'POST /api/validations/zip': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Checks whether the ZIP code exists, and returns its city and state.',
    body: ZipCheck,
    status: 200,
    answer: ZipValid,
  },
  'POST /api/validations/gibberish': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Checks whether a description contains real words or random typing.',
    body: GibberishCheck,
    status: 200,
    answer: Gibberish,
  },
  'POST /api/compute/gibberish': {
    caller: 'visitor',
    wrapped: true,
    summary: 'The same, with the name that computed fields use.',
    body: GibberishCheck,
    status: 200,
    answer: Gibberish,
  },
} as const satisfies Record<string, Call>
