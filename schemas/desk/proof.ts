import { Type, type Static } from 'typebox'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'

/** Proof of where a lead came from and what its visitor agreed to: a chain of entries that each contain the hash of the previous one, so
 *  that none can be changed, removed or inserted unnoticed. */

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

export const ProofEntry = closed({
  n: Type.Integer({ minimum: 1, description: 'From 1.' }),
  kind: oneOf(['session', 'answer', 'consent', 'revocation', 'delivery', 'attempt', 'ledger']),
  at: EpochMs,
  content: Type.Unknown({ description: 'What is proved, as it is kept.' }),
  previous: Type.Union([Sha256, Type.Null()], {
    description: 'The sha256 of the entry before; null for the first.',
  }),
  sha256: {
    ...Sha256,
    description:
      'SHA-256, in lower-case hex, of the JSON of this entry without its sha256: in UTF-8, without blanks, the members of every object by their names in the order of UTF-16 code units (RFC 8785).',
  },
})
export type ProofEntry = Static<typeof ProofEntry>

const head = {
  session_uuid: Uuid,
  made_at: EpochMs,
  made_by: Type.String(),
  product: Type.String(),
  entries: Type.Array(ProofEntry, { minItems: 1, description: 'In the order of time.' }),
  sha256: {
    ...Sha256,
    description: 'That of the last entry: who was told it once can tell that nothing changed.',
  },
  head_sha256: {
    ...Sha256,
    description:
      'SHA-256, made in the same way, of the JSON of this file without entries, head_sha256 and signature.',
  },
}

/** Proof from before proofs were signed: anyone who changes one can recompute its hashes. */
export const UnsignedProof = closed({ format: Type.Literal('leadloom-proof-1'), ...head })

export type UnsignedProof = Static<typeof UnsignedProof>

export const Proof = closed({
  format: Type.Literal('leadloom-proof-2'),
  ...head,
  key_id: Type.String({
    pattern: '^[\\w-]{43}$',
    description: 'Which of the keys at /.well-known/leadloom-proof-keys.json verifies it.',
  }),
  signature: Type.String({
    pattern: '^[0-9a-f]{128}$',
    description:
      'Ed25519, in lower-case hex, of the JSON of this file without signature, written as that of a link is for its hash.',
  }),
})
export type Proof = Static<typeof Proof>

/** A public key as a JSON Web Key (RFC 8037); kid is its fingerprint (RFC 7638). */
export const ProofKey = closed({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  use: Type.Literal('sig'),
  alg: Type.Literal('EdDSA'),
  kid: Type.String(),
  x: Type.String({ pattern: '^[\\w-]{43}$' }),
})
export type ProofKey = Static<typeof ProofKey>

export const ProofKeys = closed({
  keys: Type.Array(ProofKey, { description: 'The oldest first; empty before the first proof.' }),
})
export type ProofKeys = Static<typeof ProofKeys>

/** A proof for printing. */
export const ProofPdf = Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/pdf' })

/** Part of a proof that was changed. */
export const ProofFault = closed({
  link: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Its place in the chain, from 1; null for what concerns the file as a whole.',
  }),
  message: Type.String(),
})
export type ProofFault = Static<typeof ProofFault>
