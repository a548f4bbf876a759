import type { ConsentDecision } from '../../../schemas/consent.ts'
import type { ProofEntry } from '../../../schemas/desk/proof.ts'

const KINDS: Readonly<Record<ProofEntry['kind'], string>> = {
  session: 'The visit',
  answer: 'Answer',
  consent: 'Consent',
  revocation: 'Taken back',
  delivery: 'Delivery',
  attempt: 'Attempt',
  ledger: 'Ledger',
}

const DECISIONS: Readonly<Record<ConsentDecision, string>> = {
  agreed: 'Agreed',
  refused: 'Refused',
  no_evidence: 'No evidence of a consent',
}

/** Members of links whose names do not say what they are. */
const LABELS: Readonly<Record<string, string>> = {
  uuid: 'session',
  ip: 'address',
  page_url: 'page',
  cents: 'amount',
  html: 'markup of the step',
  text: 'words, as they were shown',
  text_sha256: 'SHA-256 of the words',
  flow_sha256: 'SHA-256 of the flow',
  external_id: 'the buyer’s id',
  tracking: 'certificates',
  browser_at: 'time by the browser',
  due_at: 'next attempt',
  aff_id: 'affiliate',
  time_on_step: 'milliseconds on the step',
}

const CERTIFICATES: Readonly<Record<string, string>> = {
  jornaya_lead_id: 'Jornaya',
  trustedform_cert_url: 'TrustedForm',
  ef_transaction_id: 'Everflow',
}

/** What the PDF of a proof says. */
export const PAPER = {
  title: (session: string) => `Proof of the lead ${session}`,
  heading: 'Proof of a lead',
  session: 'Session',
  made: 'Made',
  madeBy: (when: string, by: string, product: string) => `${when} by ${by || '(unknown)'} with ${product}`,
  links: 'Links',
  signedBy: 'Signed by the key',
  signature: 'Signature of its JSON file',
  lastLink: 'SHA-256 of the last link',
  howToCheck:
    'This is the readable form of a proof. The proof itself is its JSON file: a chain of links that each hold the hash of the one before. It is checked by “leadloom proof check FILE”; the last link of that file has the SHA-256 above when it says the same as this paper. Times are UTC. A letter that this font lacks, or that is written from right to left, stands as its Unicode number in pointed brackets, such as U+4E2D.',
  who: 'Who and where',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  page: 'Page',
  address: 'Address',
  consents: 'What was agreed to, as it was shown',
  noConsent: 'No consent was asked for.',
  decisions: DECISIONS,
  decided: (decision: string, when: string) => `${decision}\n${when}`,
  quoted: (text: string) => `“${text}”`,
  revoked: (whose: string, source: string, when: string) => `for this ${whose}: ${source}, ${when}`,
  deliveries: 'To whom it went',
  noDelivery: 'It is on its way to no buyer.',
  sentTo: (buyer: string, offer: string) => `${buyer}, ${offer}`,
  booked: (money: string, when: string, isReturn: boolean) =>
    `${isReturn ? 'returned' : 'sold'}, ${money}, ${when}`,
  kinds: KINDS,
  labels: LABELS,
  certificates: CERTIFICATES,
  link: (n: number, kind: string) => `Link ${n}: ${kind}`,
  at: 'Time',
  previous: 'SHA-256 before',
  sha256: 'SHA-256',
  none: '–',
  markup: (length: number, sha256: string) => `${length} characters, in the JSON file; SHA-256 ${sha256}`,
  foot: (page: number, pages: number, sha256: string) =>
    `Page ${page} of ${pages}   ·   SHA-256 of the last link ${sha256}`,
} as const
