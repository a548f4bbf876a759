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
      'The session you named, or every session where the person gave that phone number or email address.',
  }),
})
export type ConsentAnswer = Static<typeof ConsentAnswer>

const ProofChecked = closed({
  file: Type.String(),
  session_uuid: Type.Union([Uuid, Type.Null()], {
    description: 'The session in the file, or null if the file can’t be read.',
  }),
  links: Type.Integer({ description: 'The number of links.' }),
  sha256: Type.Union([Type.String(), Type.Null()], {
    description: 'The SHA-256 of the last link, according to the file.',
  }),
  whole: Type.Boolean({ description: 'True if it’s signed and unchanged.' }),
  faults: Type.Array(ProofFault, { description: 'What was changed. Empty if nothing was.' }),
  key_id: Type.Union([Type.String(), Type.Null()], {
    description:
      'The key that signed it, according to the file. Null if the file is unsigned or can’t be read.',
  }),
  database: Type.Union(
    [
      closed({
        same: Type.Boolean({ description: 'True if the database still has everything that’s in the file.' }),
        faults: Type.Array(ProofFault, {
          description: 'What’s different in the database, or no longer there.',
        }),
        newer: Type.Integer({
          description: 'The number of links that a new proof would add.',
        }),
      }),
      Type.Null(),
    ],
    { description: 'With --against-database, if the file can be read. Otherwise null.' },
  ),
})
export type ProofChecked = Static<typeof ProofChecked>

export const ProofAnswer = Type.Union([ProofChecked, ProofKeys])
export type ProofAnswer = Static<typeof ProofAnswer>

export const PrivacyAnswer = closed({
  requests: Type.Array(PrivacyRequest),
  forgotten: Type.Array(Type.String(), { description: 'The UUIDs of sessions that were just forgotten.' }),
  copies: Type.Array(Type.String(), {
    description:
      'Copies next to the database that still contain the people who were just forgotten. Delete them.',
  }),
})
export type PrivacyAnswer = Static<typeof PrivacyAnswer>
