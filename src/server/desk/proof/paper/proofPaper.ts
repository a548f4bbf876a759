import type { ConsentDecision } from '../../../../../schemas/kernel/consent.ts'
import type { ProofEntry } from '../../../../../schemas/desk/proof.ts'

const KINDS: Readonly<Record<ProofEntry['kind'], string>> = {
  session: 'The visit',
  answer: 'Answer',
  consent: 'Consent',
  revocation: 'Revocation',
  delivery: 'Delivery',
  attempt: 'Attempt',
  ledger: 'Ledger',
  opt_out: 'Opt-out',
  notice: 'Opt-out notice',
  confirmation: 'Opt-out confirmed',
}

const DECISIONS: Readonly<Record<ConsentDecision, string>> = {
  agreed: 'Agreed',
  refused: 'Refused',
  no_evidence: 'No evidence of consent',
}

/** Labels for members of links whose names don't explain them. */
const LABELS: Readonly<Record<string, string>> = {
  uuid: 'session',
  ip: 'IP address',
  page_url: 'page',
  cents: 'amount',
  html: 'markup of the step',
  text: 'text as shown',
  text_sha256: 'SHA-256 of the text',
  flow_sha256: 'SHA-256 of the flow',
  external_id: 'buyer’s ID',
  tracking: 'certificates',
  browser_at: 'time by the browser’s clock',
  served_at: 'posted without scripts, page sent at',
  due_at: 'next attempt',
  aff_id: 'affiliate',
  time_on_step: 'milliseconds on the step',
}

const CERTIFICATES: Readonly<Record<string, string>> = {
  jornaya_lead_id: 'Jornaya',
  trustedform_cert_url: 'TrustedForm',
  ef_transaction_id: 'Everflow',
}

/** Texts of the PDF of a proof. */
export const PAPER = {
  title: (session: string) => `Proof of lead ${session}`,
  heading: 'Proof of a lead',
  session: 'Session',
  made: 'Created',
  madeBy: (when: string, by: string, product: string) => `${when} by ${by || '(unknown)'} with ${product}`,
  links: 'Links',
  signedBy: 'Signed with key',
  signature: 'Signature of its JSON file',
  lastLink: 'SHA-256 of the last link',
  howToCheck:
    'This is the readable form of a proof. The proof itself is its JSON file: a chain of links, each with the hash of the previous one. Verify it with “leadloom proof check FILE”. If its last link has the SHA-256 above, the file matches this document. Times are UTC. Letters that this font lacks, or that are written from right to left, appear as their Unicode numbers in angle brackets, such as U+4E2D.',
  who: 'Person and page',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  page: 'Page',
  address: 'IP address',
  consents: 'Consents as shown',
  noConsent: 'No consent was asked for.',
  decisions: DECISIONS,
  decided: (decision: string, when: string) => `${decision}\n${when}`,
  quoted: (text: string) => `“${text}”`,
  optedOut: (source: string, said: string, when: string) =>
    [when, ...(source === '' ? [] : [`Reported by ${source}`]), ...(said === '' ? [] : [`“${said}”`])].join(
      '\n',
    ),
  notified: (buyer: string, deadline: string) => `${buyer}, due by ${deadline}`,
  confirmed: (buyer: string, by: string, when: string) =>
    by === buyer ? `${buyer}, ${when}` : `${buyer}, ${when}, recorded by ${by}`,
  revoked: (whose: string, source: string, when: string) => `for this ${whose}: ${source}, ${when}`,
  deliveries: 'Deliveries',
  noDelivery: 'No delivery to a buyer.',
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
