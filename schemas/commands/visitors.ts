import { Type, type Static } from 'typebox'
import { ProofFault, ProofKeys } from '../desk/proof.ts'
import { SessionConsents } from '../kernel/consent.ts'
import { PrivacyRequest } from '../kernel/privacy.ts'
import { Uuid, closed } from '../kernel/shape.ts'
import { Explanation } from '../author/trace.ts'

/** Output of the commands about single visitors. */

export const ExplainAnswer = Explanation
export type ExplainAnswer = Explanation

export const ConsentAnswer = closed({
  sessions: Type.Array(SessionConsents, {
    description:
      'The one that was named, or each in which the person gave that phone number or email address.',
  }),
})
export type ConsentAnswer = Static<typeof ConsentAnswer>

const ProofChecked = closed({
  file: Type.String(),
  session_uuid: Type.Union([Uuid, Type.Null()], {
    description: 'As the file says; null where it cannot be read.',
  }),
  links: Type.Integer({ description: 'How many it has.' }),
  sha256: Type.Union([Type.String(), Type.Null()], { description: 'Of the last link, as the file says.' }),
  whole: Type.Boolean({ description: 'Whether it is signed and as it was made.' }),
  faults: Type.Array(ProofFault, { description: 'What was changed; empty when it is whole.' }),
  key_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the key that signed it, as the file says; null where it is unsigned or cannot be read.',
  }),
  database: Type.Union(
    [
      closed({
        same: Type.Boolean({ description: 'Whether the database still says all that the file says.' }),
        faults: Type.Array(ProofFault, { description: 'What it says otherwise, or holds no more.' }),
        newer: Type.Integer({ description: 'How many links a proof would have besides, made now.' }),
      }),
      Type.Null(),
    ],
    { description: 'With --against-database, of a file that can be read; else null.' },
  ),
})
export type ProofChecked = Static<typeof ProofChecked>

export const ProofAnswer = Type.Union([ProofChecked, ProofKeys])
export type ProofAnswer = Static<typeof ProofAnswer>

export const PrivacyAnswer = closed({
  requests: Type.Array(PrivacyRequest),
  forgotten: Type.Array(Type.String(), { description: 'Sessions, by uuid, that were forgotten just now.' }),
  copies: Type.Array(Type.String(), {
    description: 'Copies beside the database in which whoever was forgotten just now is still: delete them.',
  }),
})
export type PrivacyAnswer = Static<typeof PrivacyAnswer>
