import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import type { ProofKey, ProofKeys } from '../../../../schemas/desk/proof.ts'
import { REFUSALS } from '../../kernel/callRefusals.ts'
import type { Store } from '../../../store/store.ts'
import { refusal } from '../../kernel/problem.ts'
import { sealedBy } from '../../settings/sealing.ts'
import type { Settings } from '../../settings/settings.ts'

/** Signs proofs, with the ID of the public key that verifies them. */
export interface Signer {
  keyId: string
  /** Lower-case hex. */
  sign: (text: string) => string
}

/** Public keys of the store, oldest first. Each verifies the proofs made with it. */
export async function proofKeys(store: Store): Promise<ProofKeys> {
  const known = await records(store)
  return { keys: known.map(({ kty, crv, use, alg, kid, x }) => ({ kty, crv, use, alg, kid, x })) }
}

interface Installation {
  store: Store
  settings: Pick<Settings, 'secretsKeys'>
  now: () => number
}

/** The newest key of the store. If there is none, makes one, shared by all servers on the store, and audits that. Rejects with 409 if
 *  another SECRETS_KEY sealed it. */
export async function signerOf(installation: Installation, operator: string): Promise<Signer> {
  const newest = (await records(installation.store)).at(-1) ?? (await newProofKey(installation, operator))
  const pem = (await sealOf(installation)).open(newest.sealed, newest.kid)
  if (pem === null) throw refusal(409, REFUSALS.proofKeySealed)
  const key = createPrivateKey(pem)
  return { keyId: newest.kid, sign: (text) => sign(null, Buffer.from(text), key).toString('hex') }
}

/** Makes a key that signs from now on; proofs of earlier keys still verify. If another server made one first, resolves to that one. */
export async function newProofKey(installation: Installation, operator: string): Promise<KeyRecord> {
  const { store, now } = installation
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
  const kid = thumbprint(x)
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const sealed = (await sealOf(installation)).seal(pem, kid)
  const made: KeyRecord = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid, x, sealed }
  const name = nameOf((await records(store)).length)
  const kept = JSON.parse(await store.keepSecret(name, JSON.stringify(made))) as KeyRecord
  if (kept.kid === kid) await store.audit({ at: now(), operator, act: 'make_proof_key', about: kid })
  return kept
}

/** True if one of these keys signed a text; null if the key is unknown. */
export function isSigned(
  text: string,
  { key_id, signature }: { key_id: string; signature: string },
  keys: readonly ProofKey[],
): boolean | null {
  const key = keys.find(({ kid }) => kid === key_id)
  if (!key) return null
  const { kty, crv, x } = key
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'))
}

type KeyRecord = ProofKey & { sealed: string }

async function records(store: Store): Promise<KeyRecord[]> {
  const found: KeyRecord[] = []
  for (;;) {
    const text = await store.knownSecret(nameOf(found.length))
    if (text === null) return found
    found.push(JSON.parse(text) as KeyRecord)
  }
}

const nameOf = (before: number) => `proof-key-${before + 1}`

async function sealOf({ store, settings }: Omit<Installation, 'now'>) {
  return sealedBy([...settings.secretsKeys, await store.secret('proofs')], 'proofs')
}

/** Fingerprint of a public key. Source: RFC 7638, RFC 8037. */
function thumbprint(x: string): string {
  return hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url')
}
