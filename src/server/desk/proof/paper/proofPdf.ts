import { hash } from 'node:crypto'
import type { OneLead } from '../../../../../schemas/desk/oneLead.ts'
import type { Proof, ProofEntry } from '../../../../../schemas/desk/proof.ts'
import { PAPER } from './proofPaper.ts'
import { nameIn } from '../../../leads/personName.ts'
import { openSheet, type Sheet } from './paperSheet.ts'

/** A proof as a PDF: the most important facts first, then every link in full. The markup of steps is only in the JSON; the PDF has its
 *  hash. The same proof makes the same bytes. */
export function proofPdf(proof: Proof): Promise<Buffer> {
  const { session_uuid, made_at, made_by, product, entries, sha256, key_id, signature } = proof
  const sheet = openSheet({ title: PAPER.title(session_uuid), author: product, madeAt: made_at })
  sheet.heading(1, PAPER.heading)
  pairs(sheet, {
    [PAPER.session]: session_uuid,
    [PAPER.made]: PAPER.madeBy(timeText(made_at), made_by, product),
    [PAPER.links]: String(entries.length),
    [PAPER.lastLink]: sha256,
    [PAPER.signedBy]: key_id,
    [PAPER.signature]: signature,
  })
  sheet.paragraph(PAPER.howToCheck)
  writeSummary(sheet, entries)
  for (const { n, kind, at, content, previous, sha256 } of entries) {
    sheet.heading(2, PAPER.link(n, PAPER.kinds[kind]))
    sheet.pair(PAPER.at, timeText(at))
    for (const [label, value] of rowsOf(content)) sheet.pair(label, value)
    sheet.pair(PAPER.previous, previous ?? PAPER.none)
    sheet.pair(PAPER.sha256, sha256)
  }
  return sheet.end((page, pages) => PAPER.foot(page, pages, sha256))
}

type Evidence = OneLead['evidence']
type Delivery = OneLead['deliveries'][number]

/** Writes who the person is, what they agreed to, where, and what happened next. */
function writeSummary(sheet: Sheet, entries: readonly ProofEntry[]): void {
  const of = <T>(kind: ProofEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind).map(({ content }) => content as T)
  const answers: Record<string, string | string[]> = Object.assign(
    {},
    ...of<{ answered: object }>('answer').map(({ answered }) => answered),
  )
  const [session] = of<OneLead['explanation']['session']>('session')
  const consents = of<Evidence['consents'][number]>('consent')
  const ledger = of<Delivery & { cents: number; at: number }>('ledger')
  const certificates = Object.assign(
    {},
    ...consents.map((one) => one.certificates),
    session?.tracking,
  ) as object
  sheet.heading(2, PAPER.who)
  pairs(sheet, {
    [PAPER.name]: nameIn(answers, undefined) ?? PAPER.none,
    [PAPER.phone]: valueText('phone', answers['phone'] ?? null),
    [PAPER.email]: valueText('email', answers['email'] ?? null),
    [PAPER.page]: session?.page_url || PAPER.none,
    [PAPER.address]: session?.ip || PAPER.none,
    ...Object.fromEntries(
      Object.entries(certificates).map(([id, value]) => [PAPER.certificates[id] ?? labelOf([id]), value]),
    ),
  })
  sheet.heading(2, PAPER.consents)
  if (consents.length === 0) sheet.paragraph(PAPER.noConsent)
  for (const { decision, at, text } of consents)
    sheet.pair(PAPER.decided(PAPER.decisions[decision], timeText(at)), PAPER.quoted(text))
  for (const { of: whose, source, at } of of<Evidence['revocations'][number]>('revocation'))
    sheet.pair(PAPER.kinds.revocation, PAPER.revoked(whose, source, timeText(at)))
  for (const { source, said, said_at } of of<Evidence['requests'][number]>('opt_out'))
    sheet.pair(PAPER.kinds.opt_out, PAPER.optedOut(source, said, timeText(said_at)))
  for (const { buyer, deadline } of of<Evidence['notices'][number]>('notice'))
    sheet.pair(PAPER.kinds.notice, PAPER.notified(buyer, timeText(deadline)))
  for (const { buyer, by, at } of of<{ buyer: string; by: string; at: number }>('confirmation'))
    sheet.pair(PAPER.kinds.confirmation, PAPER.confirmed(buyer, by, timeText(at)))
  sheet.heading(2, PAPER.deliveries)
  const deliveries = of<Delivery>('delivery')
  if (deliveries.length === 0) sheet.paragraph(PAPER.noDelivery)
  for (const { offer, buyer, state } of deliveries) {
    const booked = ledger.filter((one) => one.offer === offer && one.buyer === buyer)
    const sentences = booked.map(({ cents, at }) => PAPER.booked(moneyText(cents), timeText(at), cents < 0))
    sheet.pair(PAPER.sentTo(buyer, offer), [state, ...sentences].join('\n'))
  }
}

function pairs(sheet: Sheet, rows: Record<string, string>): void {
  for (const [label, value] of Object.entries(rows)) sheet.pair(label, value)
}

/** Rows for everything in a content except its time, which is the link's. */
function rowsOf(content: unknown, path: readonly string[] = []): [label: string, value: string][] {
  if (!isGroup(content)) return [[labelOf(path), valueText(path.at(-1) ?? '', content)]]
  return Object.entries(content)
    .filter(([name, value]) => value !== undefined && (path.length > 0 || name !== 'at'))
    .flatMap(([name, value]) => rowsOf(value, [...path, name]))
}

/** True if the content is shown row by row: an object, or a list that isn't only texts. */
function isGroup(content: unknown): content is object {
  if (typeof content !== 'object' || content === null || Object.keys(content).length === 0) return false
  return !Array.isArray(content) || content.some((one) => typeof one === 'object')
}

function labelOf(path: readonly string[]): string {
  const text = path.map((name) => PAPER.labels[name] ?? name.replaceAll('_', ' ')).join(' · ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === '') return PAPER.none
  if (typeof value === 'object') return Object.values(value).join(', ') || PAPER.none
  if (typeof value === 'string')
    return name === 'html' ? PAPER.markup(value.length, hash('sha256', value)) : value
  if (typeof value === 'number' && name === 'cents') return moneyText(value)
  if (typeof value === 'number' && TIMES.has(name)) return timeText(value)
  return JSON.stringify(value)
}

const TIMES: ReadonlySet<string> = new Set(['at', 'browser_at', 'due_at', 'served_at'])

function timeText(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('Z', '')
}

function moneyText(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
