import { hash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test, beforeAll } from 'vitest'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import type { Proof, ProofKey, ProofKeys } from '../../../schemas/desk/proof.ts'
import type { NewConsent } from '../../../src/store/nouns/sessions/sessionTypes.ts'
import { checkProof } from '../../../src/server/desk/proof/checkProof.ts'
import { maskedText } from '../../../src/store/kernel/mask.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'
import { refused, running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests a single lead, as an operator's browser requests it. */

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const server = await running({ flow: SELLING_FLOW, now: () => AT, until: afterAll })
const { store, open } = server
const admin = await askAs(server, 'admin')
const analyst = await askAs(server, 'analyst')

const CONSENT: NewConsent = {
  decision: 'agreed',
  field: 'claim_tcpa',
  text: 'I, ann@example.com, agree.',
  flow_sha256: 'b'.repeat(64),
  sellers: ['Acme'],
  control: { element: 'submit', text: 'Continue', state: 'pressed' },
  browser_at: AT,
  ip: '203.0.113.7',
  user_agent: 'Phone 9',
  opt_out: null,
  certificates: { jornaya_lead_id: 'J-1' },
  html: '<form>ann@example.com</form>',
}
const step = (one: object) => ({
  offer_key: '',
  step_key: '',
  answers: [],
  ...one,
  id: randomUUID(),
  time_on_step: 1000,
  execute_actions: [],
  page_url: 'https://claims.example/small?email=ann@example.com',
  at: AT + 1,
})
const { uuid } = await open({
  referrer: 'https://mail.example/?to=ann@example.com',
  page_url: 'https://claims.example/small?email=ann@example.com',
  query: { email: 'ann@example.com' },
})
await store.appendStep(uuid, step(HURT))
await store.appendStep(uuid, step(WHERE))
await store.appendStep(uuid, step(MAIL), {
  consents: [CONSENT],
  lead: { offer: 'claim', buyers: ['acme'], payload: { email: 'ann@example.com' } },
})
await store.patchSession(uuid, 'jornaya_lead_id', 'J-1')
await store.quarantine({
  session_uuid: uuid,
  call: 'step',
  reason: 'Not taken: ann@example.com.',
  body: '{}',
  source: '203.0.113.0',
  at: AT,
})
const [delivery = 0] = await store.dueDeliveries('acme', AT + 1, 1)
await store.beginAttempt(delivery, AT + 1)
await store.endAttempt(delivery, 1, {
  state: 'accepted',
  message: 'Bought ann@example.com, (212) 555-0123, as A-7.',
  at: AT + 2,
  due_at: null,
  sale: { external_id: 'A-7', cents: 1250 },
})
await store.returnSale({ source: 'acme', external_id: 'A-7', key: null, cents: null, at: AT + 3 })

const seenBy = async (who: typeof admin) => (await who.get(`lead?uuid=${uuid}`)).json<OneLead>()

test('shows answers, consents, events, and the result of each attempt', async () => {
  const { explanation, answers, whys, evidence, deliveries } = await seenBy(admin)
  expect(explanation.fields).toEqual({ hurt: 'yes', state: 'TX', email: 'ann@example.com' })
  expect(answers).toEqual([
    { field: 'hurt', question: 'Were you hurt?', values: ['yes'], words: ['Yes'] },
    { field: 'state', question: 'Where?', values: ['TX'], words: ['Texas'] },
    { field: 'email', question: 'Your email?', values: ['ann@example.com'], words: ['ann@example.com'] },
  ])
  expect(explanation.trace.map(({ step }, index) => [step, whys[index]])).toEqual([
    ['claim/hurt', ''],
    ['claim/where', 'hurt is "yes"'],
    ['claim/mail', ''],
    ['thanks/end', ''],
  ])
  expect(explanation.outcomes.map(({ kind, source }) => [kind, source])).toEqual([
    ['page_visit', null],
    ['lead', null],
    ['sale', 'acme'],
    ['return', 'acme'],
  ])
  expect(evidence.consents).toMatchObject([{ decision: 'agreed', text: CONSENT.text, html: CONSENT.html }])
  expect(deliveries).toMatchObject([
    {
      buyer: 'acme',
      state: 'accepted',
      external_id: 'A-7',
      tries: [{ attempt: 1, message: expect.stringContaining('as A-7') }],
      entries: [{ cents: 1250 }, { cents: -1250 }],
    },
  ])
})

test('shows an analyst nothing that its visitor typed or that identifies them', async () => {
  const masked = await seenBy(analyst)
  expect(JSON.stringify(masked)).not.toMatch(/ann@|555\D?01|203\.0\.113\.7|Phone 9|J-1|127\.0\.0\.1/)
  expect(masked.explanation.fields).toEqual({ hurt: 'yes', state: 'TX', email: '•••' })
  expect(masked.answers.map(({ words }) => words)).toEqual([['Yes'], ['Texas'], ['•••']])
  expect(masked.deliveries[0]!.tries[0]!.message).toBe('Bought •••, •••, as A-7.')
  expect(masked.evidence.consents[0]).toMatchObject({ text: 'I, •••, agree.', html: null, ip: '203.0.113.x' })
  expect(masked.whys[1]).toBe('hurt is "yes"')
})

test('logs access to personal data in the audit log, but not if it’s masked', async () => {
  const before = (await store.auditLog(100)).length
  await seenBy(analyst)
  await seenBy(admin)
  const log = await store.auditLog(100)
  expect(log).toHaveLength(before + 1)
  expect(log[0]).toMatchObject({ operator: 'one-admin', act: 'see_lead', about: uuid })
})

let KEYS: readonly ProofKey[] = []
beforeAll(async () => {
  await admin.get(`lead/proof?uuid=${uuid}`)
  KEYS = (await server.app.inject('/.well-known/leadloom-proof-keys.json')).json<ProofKeys>().keys
})

test('proves it by a chain that reveals changes, removals, and additions', async () => {
  const proof = (await admin.get(`lead/proof?uuid=${uuid}`)).json<Proof>()
  expect(proof.entries.map(({ kind }) => kind)).toEqual([
    'session',
    'answer',
    'answer',
    'answer',
    'consent',
    'delivery',
    'attempt',
    'ledger',
    'ledger',
  ])
  expect(brokenAt(proof)).toBeNull()
  expect(brokenAt({ ...proof, entries: proof.entries.toSpliced(4, 1) })).toBe(6)
  expect(JSON.stringify(proof.entries[5])).toContain('"payload":{"email":"ann@example.com"}')
  const other = structuredClone(proof)
  Object.assign(other.entries[4]!.content as object, { decision: 'refused' })
  expect(brokenAt(other)).toBe(5)
  expect(await store.auditLog(1)).toMatchObject([
    { act: 'export_proof', about: `${uuid} SHA-256 ${proof.head_sha256}` },
  ])
  expect(refused(await analyst.get(`lead/proof?uuid=${uuid}`))).toMatchObject({ code: 403 })
})

test('detects every changed character of a proof, and names its link', async () => {
  const proof = (await admin.get(`lead/proof?uuid=${uuid}`)).json<Proof>()
  const text = JSON.stringify(proof)
  expect(checkProof(text, KEYS)).toEqual({ proof, faults: [] })
  const ends = proof.entries.map((entry) => {
    const link = JSON.stringify(entry)
    return text.indexOf(link) + link.length
  })
  const beginning = text.indexOf('[{"n":1') + 1
  const missed: number[] = []
  const misplaced: number[] = []
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}${otherThan(text[at]!)}${text.slice(at + 1)}`
    const { proof: read, faults } = checkProof(changed, KEYS)
    if (faults.length === 0) missed.push(at)
    const link = at < beginning ? null : ends.findIndex((end) => at < end - 1) + 1 || null
    if (read && !faults.some((fault) => fault.link === link)) misplaced.push(at)
  }
  expect(missed).toEqual([])
  expect(misplaced).toEqual([])
})

test('detects any changed, added, or removed character of a proof', async () => {
  const text = (await admin.get(`lead/proof?uuid=${uuid}`)).body
  const place = fc.nat({ max: text.length - 1 })
  fc.assert(
    fc.property(place, fc.string({ minLength: 0, maxLength: 1 }), fc.boolean(), (at, character, isMore) => {
      const changed = text.slice(0, at) + character + text.slice(isMore ? at : at + 1)
      // Whitespace between the parts of JSON means nothing.
      fc.pre(!isSame(changed, text))
      return checkProof(changed, KEYS).faults.length > 0
    }),
    { numRuns: 2000 },
  )
})

test('names the change in a proof: links removed, added, moved, or cut off, or another proof’s header', async () => {
  const proof = (await admin.get(`lead/proof?uuid=${uuid}`)).json<Proof>()
  const { entries } = proof
  const found = (changed: object) =>
    checkProof(JSON.stringify({ ...proof, ...changed }), KEYS).faults.map(({ link }) => link)
  expect(found({ entries: entries.toSpliced(4, 1) })).toEqual([5, 5, null])
  expect(found({ entries: entries.toSpliced(4, 0, entries[3]!) })).toEqual([5, 5, null])
  expect(found({ entries: entries.slice(1) })).toEqual([1, 1, null])
  expect(found({ entries: entries.slice(0, -1) })).toEqual([null, null])
  expect(found({ made_by: 'somebody' })).toEqual([null, null])
  expect(found({ product: 'Other' })).toEqual([null, null])
  expect(found({ made_at: AT - 1 })).toEqual([null, null])
  expect(found({ session_uuid: randomUUID() })).toEqual([null, null])
  expect(found({ entries: [] })).toEqual([null])
  expect(found({ more: 1 })[0]).toBeNull()
  expect(checkProof('%PDF-1.7', KEYS).faults[0]!.message).toContain('JSON')
  expect(checkProof('{"format":"leadloom-proof-2","format":"leadloom-proof-2"}', KEYS).faults).toHaveLength(1)
})

/** A character with another meaning in the same place. */
function otherThan(character: string): string {
  if (/\d/.test(character)) return character === '9' ? '8' : String(Number(character) + 1)
  return character === 'b' ? 'd' : 'b'
}

function isSame(changed: string, text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(changed)) === JSON.stringify(JSON.parse(text))
  } catch {
    return false
  }
}

/** Number of the first entry that doesn't follow from the one before, as a reader of the proof checks it. */
function brokenAt({ entries, sha256 }: Proof): number | null {
  let previous: string | null = null
  for (const { sha256: said, ...entry } of entries) {
    if (entry.previous !== previous || hash('sha256', inOrder(entry)) !== said) return entry.n
    previous = said
  }
  return previous === sha256 ? null : 0
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

test('reports a lead that doesn’t exist', async () => {
  expect(refused(await admin.get(`lead?uuid=${randomUUID()}`))).toMatchObject({ code: 404, field: 'uuid' })
})

test.each([
  ['Call Ann at ANN@x.org', ['Ann'], 'Call ••• at •••'],
  ['+1 (212) 555-0123 in NY', ['NY'], '••• in NY'],
  ['Refused: code 4031, $12.50', [], 'Refused: code 4031, $12.50'],
  ['What? (a.b)', ['(a.b)'], 'What? •••'],
])('%s is shown as %s', (sentence, values, shown) => {
  expect(maskedText(sentence, values)).toBe(shown)
})
