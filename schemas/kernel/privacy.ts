import { Type, type Static } from 'typebox'
import { closed, oneOf } from './shape.ts'

/** Request of a person about their stored data. Times are UTC epoch ms. */

export const PrivacyRequestKind = oneOf(['do_not_sell', 'unsubscribe', 'delete', 'know', 'correct'], {
  description:
    'do_not_sell: don’t sell or share their data. unsubscribe: no calls, texts, or email. delete, know (a copy), correct: for the data that’s kept.',
})
export type PrivacyRequestKind = Static<typeof PrivacyRequestKind>

export const PrivacyRequestState = oneOf(['open', 'forgetting', 'in_effect', 'answered'], {
  description:
    'open: it needs an answer. forgetting: the person’s data is being erased. in_effect: it applies from the moment it was made, and needs no answer.',
})
export type PrivacyRequestState = Static<typeof PrivacyRequestState>

/** A request in the log, which is stored for 24 months. Source: 11 CCR 7101. */
export const PrivacyRequest = closed({
  request: Type.Integer(),
  kind: PrivacyRequestKind,
  path: Type.String({ description: 'The site it was made on.' }),
  manner: oneOf(['form', 'operator'], {
    description: 'On the site, or by email, letter, or phone to an operator.',
  }),
  email: Type.Union([Type.String(), Type.Null()]),
  phone: Type.Union([Type.String(), Type.Null()]),
  at: Type.Integer(),
  answered_at: Type.Union([Type.Integer(), Type.Null()]),
  answer: Type.Union([Type.String(), Type.Null()], {
    description: 'What you did, or why you didn’t.',
  }),
  state: PrivacyRequestState,
  forget_asked_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'When an operator had the person forgotten.',
  }),
  forget_by: Type.Union([Type.String(), Type.Null()], { description: 'The operator who did it.' }),
})
export type PrivacyRequest = Static<typeof PrivacyRequest>
