import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js'
import { afterAll, expect, test } from 'vitest'
import type { Proof } from '../../../schemas/desk/proof.ts'
import { chained, sealed } from '../../../src/server/desk/proof/chain.ts'
import { showable } from '../../../src/server/desk/proof/paper/shownLetters.ts'
import { proofPdf } from '../../../src/server/desk/proof/paper/proofPdf.ts'
import { refused, running } from '../running.ts'
import { SELLING_FLOW } from '../smallFlow.ts'
import { askAs } from './askAs.ts'

/** Tests the PDF of a proof, as a PDF reader reads it. */

const AT = Date.parse('2026-11-20T17:00:00.123Z')
const UUID = '3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21'
const WORDS = 'By pressing “Go on” I agree that Ünïted Cæll Co. may call me. '.repeat(30).trim()

const FACTS = [
  {
    kind: 'session' as const,
    at: AT,
    content: {
      uuid: UUID,
      page_url: `https://claims.example/small?${'q'.repeat(400)}`,
      ip: '203.0.113.7',
      user_agent: 'Phone 9',
      tracking: { trustedform_cert_url: 'https://cert.trustedform.com/abc', jornaya_lead_id: 'J-1' },
    },
  },
  {
    kind: 'answer' as const,
    at: AT + 1,
    content: { step: 'claim/name', answered: { first_name: 'José Łukasz', last_name: 'Ђорђевић' } },
  },
  {
    kind: 'consent' as const,
    at: AT + 2,
    content: {
      decision: 'agreed',
      at: AT + 2,
      text: WORDS,
      html: '<p>I agree</p>',
      sellers: ['Acme', 'Bolt'],
    },
  },
  {
    kind: 'revocation' as const,
    at: AT + 3,
    content: { of: 'phone', source: 'unsubscribe', at: AT + 3 },
  },
  {
    kind: 'delivery' as const,
    at: AT + 4,
    content: { offer: 'claim', buyer: 'acme', state: 'accepted', payload: { email: 'jose@example.com' } },
  },
  ...Array.from({ length: 30 }, (_, index) => ({
    kind: 'attempt' as const,
    at: AT + 5 + index,
    content: {
      offer: 'claim',
      buyer: 'acme',
      attempt: index + 1,
      message: `The receiver answered 5${index}.`,
    },
  })),
  ...[1250, -1250].map((cents, index) => ({
    kind: 'ledger' as const,
    at: AT + 40 + index,
    content: { offer: 'claim', buyer: 'acme', external_id: 'A-7', cents, at: AT + 40 + index },
  })),
]

function proofFor(facts: typeof FACTS): Proof {
  const entries = chained(facts)
  const head = { format: 'leadloom-proof-2' as const, session_uuid: UUID, made_at: AT + 99, made_by: 'ada' }
  const unsigned = { ...head, product: 'Leadloom', entries, sha256: entries.at(-1)!.sha256 }
  return sealed(unsigned, { keyId: 'k'.repeat(43), sign: () => 'f'.repeat(128) })
}

async function read(bytes: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1)
      const { items } = await page.getTextContent()
      return { page, text: items.map((item) => (item as TextItem).str).join('\n') }
    }),
  )
  const { info } = (await document.getMetadata()) as { info: Record<string, unknown> }
  return { pages, info, isTagged: await membersOf(document.getMarkInfo()), document }
}

/** Members of an object; the library's types say objects, but it returns maps. */
const membersOf = async (given: Promise<unknown>) =>
  Object.fromEntries((await given) as Map<string, unknown>) as Record<string, unknown>

const squeezed = (text: string) => text.replace(/\s+/g, '')

/** Every text and number of a value that isn't shown in another form. */
function leavesOf(value: unknown, name = ''): string[] {
  if (name === 'html' || name === 'at' || name === 'cents') return []
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([member, one]) => leavesOf(one, Array.isArray(value) ? name : member))
}

test('has everything in the JSON as selectable text, and the last link’s hash on every page', async () => {
  const proof = proofFor(FACTS)
  const { pages } = await read(await proofPdf(proof))
  expect(pages.length).toBeGreaterThan(4)
  const all = squeezed(pages.map(({ text }) => text.replace(/Page \d+ of \d+.*/, '')).join('\n'))
  const leaves = proof.entries.flatMap(({ content, sha256 }) => [...leavesOf(content), sha256])
  expect(leaves.length).toBeGreaterThan(150)
  expect(leaves.filter((leaf) => !all.includes(squeezed(leaf)))).toEqual([])
  for (const text of [
    '$12.50',
    '-$12.50',
    '2026-11-20 17:00:00.125',
    'TrustedForm',
    'Jornaya',
    'José Łukasz Ђорђевић',
  ])
    expect(all).toContain(squeezed(text))
  pages.forEach(({ text }, index) => {
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(text).toContain(proof.sha256)
  })
  expect(all).toContain(squeezed(`14 characters, in the JSON file; SHA-256`))
})

test('has a language, a title, and headings for screen readers', async () => {
  const { info, isTagged, pages, document } = await read(await proofPdf(proofFor(FACTS)))
  expect(info).toMatchObject({ Title: `Proof of lead ${UUID}`, Language: 'en-US' })
  expect(isTagged).toMatchObject({ Marked: true })
  expect(await membersOf(document.getViewerPreferences())).toMatchObject({ DisplayDocTitle: true })
  const roles = JSON.stringify(await pages[0]!.page.getStructTree()).match(/"role":"\w+"/g)
  expect(new Set(roles)).toEqual(
    new Set(['"role":"Root"', '"role":"Document"', '"role":"H1"', '"role":"H2"', '"role":"P"']),
  )
})

test('is identical for the same proof, and different for another', async () => {
  const bytes = await proofPdf(proofFor(FACTS))
  expect((await proofPdf(proofFor(FACTS))).equals(bytes)).toBe(true)
  expect((await proofPdf(proofFor(FACTS.slice(1)))).equals(bytes)).toBe(false)
})

test.each([
  ['José Ñandú', 'José Ñandú'],
  ['Łukasz Đorđe Ђ Ω Ա ა', 'Łukasz Đorđe Ђ Ω Ա ა'],
  ['中文', '⟨U+4E2D⟩⟨U+6587⟩'],
  ['שלום', '⟨U+05E9⟩⟨U+05DC⟩⟨U+05D5⟩⟨U+05DD⟩'],
  ['a\u202eb', 'a⟨U+202E⟩b'],
  ['🙂', '⟨U+1F642⟩'],
  ['⟨U+4E2D⟩', '⟨U+27E8⟩U+4E2D⟩'],
  ['one\r\ntwo\tthree\ud800', 'one\ntwo⟨U+0009⟩three⟨U+D800⟩'],
])('%j is shown as %j', (text, shown) => {
  expect(showable(text)).toBe(shown)
})

const server = await running({ flow: SELLING_FLOW, now: () => AT, until: afterAll })
const { uuid } = await server.open()

test('is available with access to personal data, and recorded in the audit log', async () => {
  const admin = await askAs(server, 'admin')
  const answer = await admin.get(`lead/proof.pdf?uuid=${uuid}`)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="proof-${uuid}.pdf"`,
    'cache-control': 'no-store',
  })
  const { sha256 } = (await admin.get(`lead/proof?uuid=${uuid}`)).json<Proof>()
  const { pages } = await read(answer.rawPayload)
  expect(pages[0]!.text).toContain(sha256)
  const log = await server.store.auditLog(2)
  expect(log.map(({ operator, act, about }) => [operator, act, about])).toEqual([
    [
      'one-admin',
      'export_proof',
      expect.stringMatching(new RegExp(`^${uuid} SHA-256 [0-9a-f]{64}$`)) as string,
    ],
    [
      'one-admin',
      'export_proof',
      expect.stringMatching(new RegExp(`^${uuid} SHA-256 [0-9a-f]{64}$`)) as string,
    ],
  ])
})

test.each(['analyst', 'manager'] as const)('is refused without access to personal data: %s', async (role) => {
  const asked = await askAs(server, role)
  const mayExport = (await asked.get(`lead/proof?uuid=${uuid}`)).statusCode
  expect((await asked.get(`lead/proof.pdf?uuid=${uuid}`)).statusCode).toBe(mayExport)
  if (role === 'analyst')
    expect(refused(await asked.get(`lead/proof.pdf?uuid=${uuid}`))).toMatchObject({ code: 403 })
})
