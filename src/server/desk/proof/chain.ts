import { hash } from 'node:crypto'
import type { Proof, ProofEntry } from '../../../../schemas/desk/proof.ts'
import type { Signer } from './proofKeys.ts'

/** Chains facts, in order, as links that each hold the hash of the one before. */
export function chained(facts: readonly Pick<ProofEntry, 'kind' | 'at' | 'content'>[]): ProofEntry[] {
  const chain: ProofEntry[] = []
  for (const fact of facts) {
    const entry = { n: chain.length + 1, ...fact, previous: chain.at(-1)?.sha256 ?? null }
    chain.push({ ...entry, sha256: hashOf(entry) })
  }
  return chain
}

/** Hash of a link without its own hash member. */
export function linkHash(link: ProofEntry): string {
  const { sha256: _, ...entry } = link
  return hashOf(entry)
}

/** Closes a proof with the hash of its head and a signature. */
export function sealed(
  unsigned: Omit<Proof, 'key_id' | 'head_sha256' | 'signature'>,
  { keyId, sign }: Signer,
): Proof {
  const head = { ...unsigned, key_id: keyId }
  const proof = { ...head, head_sha256: headHash(head) }
  return { ...proof, signature: sign(canonical(proof)) }
}

/** Text that the signature of a proof covers. */
export function signedText(proof: Proof): string {
  return canonical({ ...proof, signature: undefined })
}

/** Hash of everything that isn't in a link: when and by whom a file was made, and where its chain ends. */
export function headHash(proof: object): string {
  const { entries: _, head_sha256: __, signature: ___, ...head } = proof as Partial<Proof>
  return hashOf(head)
}

const hashOf = (value: object) => hash('sha256', canonical(value))

/** Canonical JSON, the same text regardless of the writer. Source: RFC 8785. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const inOrder = members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${inOrder.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
