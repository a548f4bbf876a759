#!/usr/bin/env node
// Verifies the proof of a lead with nothing but the file and the public keys of the server that made it.
// Needs Node 20 or newer. Imports nothing of Leadloom's.
//
//   curl -fsS https://claims.example/.well-known/leadloom-proof-keys.json > keys.json
//   node verify-proof.mjs proof.json keys.json
//
// Get the keys from the server over HTTPS, or from someone you trust: the file can't vouch for itself.
// Exit code 0: true. 1: false, or unsigned. 2: it can't be told.
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [proofFile, keysFile, ...more] = process.argv.slice(2)
if (!proofFile || !keysFile || more.length > 0) end(2, 'Usage: node verify-proof.mjs PROOF.json KEYS.json')

const text = read(proofFile)
const proof = parsed(text) ?? end(1, "It isn't JSON.")
const keys = parsed(read(keysFile))?.keys
if (!Array.isArray(keys)) end(2, `${keysFile} holds no public keys.`)

// A name that stands twice, or another spelling of a value, could show one thing and sign another.
if (withoutBlanks(text) !== JSON.stringify(proof)) end(1, 'Its formatting was changed.')
if (proof.format === 'leadloom-proof-1')
  end(1, "It isn't signed, because it was made before proofs were signed.")
if (proof.format !== 'leadloom-proof-2') end(1, 'It isn\'t a proof with the format "leadloom-proof-2".')

const { signature, ...signed } = proof
if (!/^[0-9a-f]{128}$/.test(signature)) end(1, 'It has no signature.')
const key = keys.find(({ kid }) => kid === proof.key_id)
if (!key) end(2, `The key ${JSON.stringify(proof.key_id)} is not among the public keys.`)
if (!isSigned()) end(1, "Its signature doesn't match. It was changed, or someone else made it.")

const { session_uuid, made_at, made_by, entries } = proof
console.log(
  `Lead ${session_uuid}, ${entries.length} links, made ${new Date(made_at).toISOString()} by ${made_by}.`,
)
end(0, `Signed by the key ${key.kid}.`)

/** Whether the key signed exactly what the file says. */
function isSigned() {
  const { kty, crv, x } = key
  if (kty !== 'OKP' || crv !== 'Ed25519') end(2, "The key isn't an Ed25519 key.")
  try {
    const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
    return verify(null, Buffer.from(canonical(signed)), publicKey, Buffer.from(signature, 'hex'))
  } catch {
    return end(2, "The public key can't be read.")
  }
}

/** JSON that is the same text whoever writes it. Source: RFC 8785. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** JSON without what stands between its parts. */
function withoutBlanks(json) {
  return json.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, (_, string) => string ?? '')
}

/** Null for what is no JSON object. */
function parsed(json) {
  try {
    const value = JSON.parse(json)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function read(file) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch {
    return end(2, `${file} cannot be read as UTF-8 text.`)
  }
}

function end(code, why) {
  console.log(`${['TRUE', 'FALSE', 'UNKNOWN'][code]}  ${why}`)
  process.exit(code)
}
