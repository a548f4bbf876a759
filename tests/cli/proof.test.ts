import crypto, { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProofAnswer, type ProofChecked } from '../../schemas/commands/visitors.ts'
import type { Proof, ProofKeys } from '../../schemas/desk/proof.ts'
import { chained, headHash, sealed } from '../../src/server/desk/proof/chain.ts'
import { signerOf, type Signer } from '../../src/server/desk/proof/proofKeys.ts'
import { proofOf } from '../../src/server/desk/proof/proofOf.ts'
import { leadEvidence } from '../../src/server/desk/leadEvidence.ts'
import { openStore } from '../../src/store/openStore.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../server/smallFlow.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-proof-'))
const FILE = join(DATA_DIR, 'proof.json')
const LEAD = uuidOf(1)
const check = (options = '') => leadloom(`proof check ${FILE} ${options}`, { env: { DATA_DIR } })
const answer = async () => JSON.parse((await check('--against-database --json')).out) as ProofChecked

let made: Proof
let signer: Signer

beforeAll(async () => {
  const store = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  await store.publish({ path: 'small', flow: SELLING_FLOW, style: '', validators: '', icons: {}, at: NOW })
  await store.openSession(session({ uuid: LEAD, path: 'small', version: 1, at: NOW }))
  for (const [index, submission] of [HURT, WHERE].entries())
    await store.appendStep(LEAD, step({ ...submission, id: uuidOf(7 + index), at: NOW + index }))
  await store.appendStep(LEAD, step({ ...MAIL, id: uuidOf(9), at: NOW + 2 }), {
    lead: { offer: 'claim', buyers: ['acme'], payload: { email: 'ann@example.com' } },
  })
  const evidence = await leadEvidence(
    { store, buyers: new Map(), now: () => NOW },
    SELLING_FLOW,
    (await store.session(LEAD))!,
  )
  signer = await signerOf({ store, settings: { secretsKeys: [] }, now: () => NOW }, 'ann')
  made = proofOf(evidence, { made_at: NOW + 3, made_by: 'ann', product: 'Leadloom' }, signer)
  await store.close()
})
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('confirms that a proof is intact and matches the database', async () => {
  writeFileSync(FILE, JSON.stringify(made, null, 2))
  const { code, out } = await check('--against-database')
  expect(out).toBe(
    [
      `${FILE} is signed and unchanged: 5 links for lead ${LEAD}.`,
      `SHA-256 of the last link: ${made.sha256}`,
      'It matches the database.',
    ].join('\n'),
  )
  expect(code).toBe(0)
})

test('names the changed link, in words and as data', async () => {
  writeFileSync(FILE, JSON.stringify(made).replace('ann@example.com', 'bob@example.com'))
  const { code, out } = await check()
  expect(code).toBe(1)
  expect(out).toContain("can't be verified.")
  expect(out).toMatch(/link 4: Its hash doesn't match its content \(answer, 2026-11-20T17:00:00\.002Z\)/)
  const data = JSON.parse((await check('--json')).out) as ProofChecked
  expect(Value.Check(ProofAnswer, data)).toBe(true)
  expect(data).toMatchObject({
    whole: false,
    links: 5,
    faults: [{ link: 4 }, { link: null }],
    database: null,
  })
})

test('refuses a proof with recomputed hashes, whatever its signature, and names what the database has', async () => {
  const forged = made.entries.map((entry) =>
    JSON.parse(JSON.stringify(entry).replaceAll('ann@example.com', 'bob@example.com')),
  ) as Proof['entries']
  const entries = chained(forged.map(({ kind, at, content }) => ({ kind, at, content })))
  const { head_sha256: _, signature: __, ...head } = made
  const forgery = { ...head, entries, sha256: entries.at(-1)!.sha256 }
  const hashed = { ...forgery, head_sha256: headHash(forgery) }
  const other = generateKeyPairSync('ed25519').privateKey
  const sign = (text: string) => crypto.sign(null, Buffer.from(text), other).toString('hex')
  for (const forged of [
    { ...hashed, signature: made.signature },
    sealed(forgery, { keyId: signer.keyId, sign }),
    sealed(forgery, { keyId: 'x'.repeat(43), sign }),
  ]) {
    writeFileSync(FILE, JSON.stringify(forged))
    const { code, out } = await check()
    expect([code, out]).toEqual([1, expect.stringMatching(/signature (doesn't match|can't be verified)/)])
  }
  const { key_id: ___, ...unsigned } = { ...forgery, format: 'leadloom-proof-1' }
  writeFileSync(FILE, JSON.stringify({ ...unsigned, head_sha256: headHash(unsigned) }))
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining("It isn't signed") as string })
  expect((await check('--against-database')).code).toBe(1)
  const { whole, database } = await answer()
  expect(whole).toBe(false)
  expect(database).toMatchObject({ same: false, newer: 0 })
  expect(database!.faults.map(({ link }) => link)).toEqual([4, 5])
  expect(database!.faults[0]!.message).toContain(
    'answered.email is "ann@example.com" in the database and "bob@example.com" in the file',
  )
})

test('doesn’t count later entries as a fault, and lists what changed about a delivery', async () => {
  writeFileSync(FILE, JSON.stringify(made))
  const store = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  await store.optOut({ session_uuid: LEAD, phone: null, email: null, source: 'gpc', at: NOW + 9 })
  await store.close()
  expect((await answer()).database).toEqual({ same: true, faults: [], newer: 1 })
  const again = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  const [delivery = 0] = await again.dueDeliveries('acme', NOW + 10, 1)
  await again.beginAttempt(delivery, NOW + 10)
  await again.close()
  const { database } = await answer()
  expect(database!.faults).toMatchObject([
    { link: 5, message: expect.stringContaining('state is "') as string },
  ])
})

test('reports a lead that isn’t in the database, and a file that isn’t a proof', async () => {
  writeFileSync(FILE, JSON.stringify(sealed({ ...made, session_uuid: uuidOf(404) }, signer)))
  expect((await answer()).database).toMatchObject({ same: false, faults: [{ link: null }] })
  writeFileSync(FILE, '{"format": "other"}')
  expect(await check()).toMatchObject({
    code: 1,
    out: expect.stringContaining('"leadloom-proof-2"') as string,
  })
  writeFileSync(FILE, '{"format": ')
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('Line 1') as string })
  writeFileSync(FILE, '%PDF-1.7')
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('JSON') as string })
})

test('takes one file, and explains its usage otherwise', async () => {
  expect((await leadloom('proof')).code).toBe(2)
  expect((await leadloom('proof make x')).code).toBe(2)
  expect((await leadloom('proof check a b')).code).toBe(2)
  expect((await leadloom('proof check /nowhere/proof.json')).err).toContain('no such file')
})

test('verifies with only the file of public keys, and with an earlier key after a new one was created', async () => {
  writeFileSync(FILE, JSON.stringify(made))
  const keys = join(DATA_DIR, 'keys.json')
  const listed = await leadloom('proof new-key --json', { env: { DATA_DIR } })
  expect((JSON.parse(listed.out) as ProofKeys).keys.map(({ kid }) => kid === signer.keyId)).toEqual([
    true,
    false,
  ])
  writeFileSync(keys, listed.out)
  expect(
    await leadloom(`proof check ${FILE} --keys ${keys}`, { env: { DATA_DIR: '/nowhere' } }),
  ).toMatchObject({ code: 0 })
  writeFileSync(keys, '{"keys": []}')
  expect((await check(`--keys ${keys}`)).code).toBe(1)
  expect((await leadloom('proof keys', { env: { DATA_DIR } })).out.split('\n')).toHaveLength(2)
})
