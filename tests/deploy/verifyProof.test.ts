import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chained, sealed } from '../../src/server/desk/proof/chain.ts'

/** Tests the verifier, which needs no code of ours. */

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-verify-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))
const [PROOF, KEYS] = [join(FOLDER, 'proof.json'), join(FOLDER, 'keys.json')]

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const keyId = 'k'.repeat(43)
const KEY = { ...publicKey.export({ format: 'jwk' }), kid: keyId }
const signer = { keyId, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex') }
const entries = chained([
  { kind: 'consent', at: 1, content: { text: 'I agree, "José" \\ 中.', 10: 1, 9: [1.5, null], a: {} } },
])
const head = { session_uuid: '3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21', made_at: 2, made_by: 'ada' }
const unsigned = { format: 'leadloom-proof-2' as const, ...head, product: 'Leadloom', entries }
const made = sealed({ ...unsigned, sha256: entries.at(-1)!.sha256 }, signer)

function verified(text: string, keys: object[] = [KEY]) {
  writeFileSync(PROOF, text)
  writeFileSync(KEYS, JSON.stringify({ keys }))
  const { status, stdout } = spawnSync(process.execPath, ['deploy/verify-proof.mjs', PROOF, KEYS])
  return [status, String(stdout)]
}

test('accepts an unchanged proof, even with other line breaks', () => {
  expect(verified(JSON.stringify(made))).toEqual([
    0,
    expect.stringContaining(`TRUE  Signed by the key ${keyId}`),
  ])
  expect(verified(JSON.stringify(made, null, 2))[0]).toBe(0)
})

test('rejects a proof with any character changed', () => {
  const text = JSON.stringify(made)
  const wrong: number[] = []
  for (let at = 0; at < text.length; at += 67) {
    const other = text[at] === 'b' ? 'd' : 'b'
    if (verified(text.slice(0, at) + other + text.slice(at + 1))[0] === 0) wrong.push(at)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['a name that stands twice', JSON.stringify(made).replace('{', '{"made_by":"bob",')],
  ['a number in another spelling', JSON.stringify(made).replace('1.5', '1.50')],
  ['a letter in another spelling', JSON.stringify(made).replace('José', 'Jos\\u00e9')],
  ['no signature', JSON.stringify({ ...made, signature: '' })],
  ['the format before signatures', JSON.stringify({ ...made, format: 'leadloom-proof-1' })],
  ['what is no JSON', '%PDF-1.7'],
])('rejects %s', (_, text) => {
  expect(verified(text)).toEqual([1, expect.stringMatching(/^FALSE {2}/)])
})

test('rejects a proof signed by another key, and says that it can’t tell without the key', () => {
  const other = { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: keyId }
  expect(verified(JSON.stringify(made), [other])[0]).toBe(1)
  expect(verified(JSON.stringify(made), [])).toEqual([2, expect.stringContaining('UNKNOWN')])
})
