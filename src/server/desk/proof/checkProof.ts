import { Value } from 'typebox/value'
import { Proof, UnsignedProof, type ProofFault, type ProofKey } from '../../../../schemas/desk/proof.ts'
import { readSource } from '../../../author/document/place.ts'
import { PROOF_FAULTS as FAULTS } from './proofFaults.ts'
import { headHash, linkHash, signedText } from './chain.ts'
import { isSigned } from './proofKeys.ts'

/** Reads a proof file, if possible, and lists everything that differs from when it was made. The list is empty if the file is intact. */
export function checkProof(
  file: string | Uint8Array,
  keys: readonly ProofKey[],
): { proof: Proof | UnsignedProof | null; faults: ProofFault[] } {
  if (isPdf(file)) return { proof: null, faults: [whole(FAULTS.pdf)] }
  const { document, problems } = readSource(file)
  if (problems.length > 0)
    return { proof: null, faults: problems.map(({ line, message }) => whole(FAULTS.line(line, message))) }
  const format = (document as { format?: unknown } | null)?.format
  const shape = format === 'leadloom-proof-1' ? UnsignedProof : Proof
  if (format !== 'leadloom-proof-1' && format !== 'leadloom-proof-2')
    return { proof: null, faults: [whole(FAULTS.otherFormat(format))] }
  if (!Value.Check(shape, document))
    return {
      proof: null,
      faults: Value.Errors(shape, document).map(({ instancePath, message }) => {
        const link = /^\/entries\/(\d+)/.exec(instancePath)?.[1]
        return {
          link: link === undefined ? null : Number(link) + 1,
          message: FAULTS.shape(instancePath, message),
        }
      }),
    }
  const faults = [...faultyLinks(document), ...faultyHead(document), ...faultySignature(document, keys)]
  return { proof: document, faults }
}

function faultyLinks({ entries }: Proof | UnsignedProof): ProofFault[] {
  return entries.flatMap((entry, index) => {
    const link = index + 1
    const before = entries[index - 1]
    return [
      ...(entry.n === (before?.n ?? 0) + 1 ? [] : [FAULTS.number(entry.n, before?.n ?? 0)]),
      ...(entry.previous === (before?.sha256 ?? null) ? [] : [before ? FAULTS.gap(index) : FAULTS.notFirst]),
      ...(entry.sha256 === linkHash(entry) ? [] : [FAULTS.changed(entry)]),
    ].map((message) => ({ link, message }))
  })
}

function faultyHead({ head_sha256, ...proof }: Proof | UnsignedProof): ProofFault[] {
  return [
    ...(proof.sha256 === proof.entries.at(-1)!.sha256 ? [] : [whole(FAULTS.end)]),
    ...(head_sha256 === headHash(proof) ? [] : [whole(FAULTS.head)]),
  ]
}

function faultySignature(proof: Proof | UnsignedProof, keys: readonly ProofKey[]): ProofFault[] {
  if (proof.format === 'leadloom-proof-1') return [whole(FAULTS.unsigned)]
  const signed = isSigned(signedText(proof), proof, keys)
  if (signed === null) return [whole(FAULTS.unknownKey(proof.key_id))]
  return signed ? [] : [whole(FAULTS.signature)]
}

function whole(message: string): ProofFault {
  return { link: null, message }
}

function isPdf(file: string | Uint8Array): boolean {
  return Buffer.from(file.slice(0, 5)).toString('latin1') === '%PDF-'
}
