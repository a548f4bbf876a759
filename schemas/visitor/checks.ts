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
    description: 'It is well formed and only unknown: an answer that says insisted is taken all the same.',
  }),
)

export const EmailValid = closed({
  valid: Type.Boolean(),
  suggestion: Type.Optional(
    Type.String({ description: 'The address that was probably meant, where a provider’s name is misspelt.' }),
  ),
  insistable: Insistable,
})
export type EmailValid = Static<typeof EmailValid>

export const ZipValid = closed({
  valid: Type.Boolean(),
  data: Type.Record(Type.String(), Type.String(), { description: 'Fields to fill: city, state.' }),
  insistable: Insistable,
})
export type ZipValid = Static<typeof ZipValid>

const Gibberish = closed({ data: closed({ is_gibberish: oneOf(['yes', 'no']) }) })

export const CHECK_CALLS = {
  'POST /api/validations/email': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether mail can be sent there, and what was probably meant instead.',
    body: EmailCheck,
    status: 200,
    answer: EmailValid,
  },
  'POST /api/validations/phone': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether a person in the US can be called there.',
    body: PhoneCheck,
    status: 200,
    answer: Valid,
  },
  'POST /api/validations/zip': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether the ZIP code exists, and its city and state.',
    body: ZipCheck,
    status: 200,
    answer: ZipValid,
  },
  'POST /api/validations/gibberish': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether a description is words or keyboard noise.',
    body: GibberishCheck,
    status: 200,
    answer: Gibberish,
  },
  'POST /api/compute/gibberish': {
    caller: 'visitor',
    wrapped: true,
    summary: 'The same, under the name that computed fields use.',
    body: GibberishCheck,
    status: 200,
    answer: Gibberish,
  },
} as const satisfies Record<string, Call>
