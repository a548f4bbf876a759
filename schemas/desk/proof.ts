import { Type, type Static } from 'typebox'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'

/** Proof of where a lead came from and what its visitor agreed to: a chain of entries that each contain the hash of the previous one, so
 *  that none can be changed, removed, or inserted unnoticed. */

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

export const ProofEntry = closed({
  n: Type.Integer({ minimum: 1, description: 'Starts at 1.' }),
  kind: oneOf([
    'session',
    'answer',
    'consent',
    'revocation',
    'delivery',
    'attempt',
    'ledger',
    'opt_out',
    'notice',
    'confirmation',
  ]),
  at: EpochMs,
  content: Type.Unknown({ description: 'What the link proves, as it’s kept.' }),
  previous: Type.Union([Sha256, Type.Null()], {
    description: 'The SHA-256 of the previous link. Null for the first one.',
  }),
  sha256: {
    ...Sha256,
    description:
      'The SHA-256, in lowercase hex, of this entry’s JSON without its sha256. The JSON is UTF-8 without whitespace, and object members are sorted by name in the order of UTF-16 code units (RFC 8785).',
  },
})
export type ProofEntry = Static<typeof ProofEntry>

const head = {
  session_uuid: Uuid,
  made_at: EpochMs,
  made_by: Type.String(),
  product: Type.String(),
  entries: Type.Array(ProofEntry, { minItems: 1, description: 'Oldest first.' }),
  sha256: {
    ...Sha256,
    description: 'The hash of the last link. If someone kept it, they can verify that nothing changed.',
  },
  head_sha256: {
    ...Sha256,
    description:
      'The SHA-256, computed the same way, of this file’s JSON without entries, head_sha256, and signature.',
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
    description: 'The key at /.well-known/leadloom-proof-keys.json that verifies the signature.',
  }),
  signature: Type.String({
    pattern: '^[0-9a-f]{128}$',
    description:
      'The Ed25519 signature, in lowercase hex, of this file’s JSON without signature, in the same form that entries are hashed in.',
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
  keys: Type.Array(ProofKey, { description: 'Oldest first. Empty before the first proof.' }),
})
export type ProofKeys = Static<typeof ProofKeys>

/** A proof for printing. */
export const ProofPdf = Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/pdf' })

/** Part of a proof that was changed. */
export const ProofFault = closed({
  link: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The link’s number in the chain, from 1. Null for the file as a whole.',
  }),
  message: Type.String(),
})
export type ProofFault = Static<typeof ProofFault>
