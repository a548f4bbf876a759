import { Type, type Static } from 'typebox'
import { ProofFault, ProofKeys } from '../desk/proof.ts'
import { ConsentRecord, Revocation } from '../consent.ts'
import { PrivacyRequest } from '../privacy.ts'
import { TrackingId } from '../session.ts'
import { Uuid, closed } from '../shape.ts'
import { Explanation } from '../author/trace.ts'

/** Output of the commands about single visitors. */

export const ExplainAnswer = Explanation
export type ExplainAnswer = Explanation

const Person = closed({
  name: Type.Union([Type.String(), Type.Null()]),
  phone: Type.Union([Type.String(), Type.Null()], { description: 'E.164, such as +12125550123.' }),
  email: Type.Union([Type.String(), Type.Null()]),
})

export const SessionConsents = closed({
  session_uuid: Uuid,
  path: Type.String(),
  referrer: Type.String(),
  certificates: Type.Partial(Type.Record(TrackingId, Type.String()), {
    description: 'The ids of tracking scripts that are known by now.',
  }),
  given: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
    description: 'What the visitor answered, by field: name and phone number among it.',
  }),
  person: { ...Person, description: 'Who it is, by what is answered now; null where it is not.' },
  consents: Type.Array(
    closed({
      ...ConsentRecord.properties,
      person: {
        ...Person,
        description:
          'Who it was by what was answered until then: a number that came later was not consented to.',
      },
    }),
    { description: 'In the order in which they were given.' },
  ),
  revocations: Type.Array(Revocation, { description: 'What was taken back of it since.' }),
})
export type SessionConsents = Static<typeof SessionConsents>

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
