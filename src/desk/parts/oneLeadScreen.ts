import type { Explanation } from '../../../schemas/author/trace.ts'
import type { ConsentRecord } from '../../../schemas/kernel/consent.ts'

type Kind = Explanation['outcomes'][number]['kind']

/** Texts of the page of one lead. */
export const ONE_LEAD = {
  title: 'Lead',
  failed: 'Couldn’t load this lead',
  back: 'All leads',
  print: 'Print',
  proofs: { proof: 'Proof', proofPdf: 'Proof as PDF' },
  proofWhat: {
    proof: 'Everything on this page as a verifiable JSON file: signed, with each entry hashed',
    proofPdf: 'The same, to read and print',
  },
  proofFailed: 'Couldn’t create the proof',
  printed: (when: string, by: string) => `Printed ${when} by ${by}`,
  noName: 'Lead without a name',
  forgotten: 'This visitor was forgotten. Their personal data was erased.',
  masked: 'Personal data is masked for your account.',

  // Head
  session: 'Session',
  came: 'Arrived',
  path: 'Path',
  version: 'Version',
  from: 'Source',
  page: 'Page',
  address: 'IP address',
  browser: 'Browser',
  certificates: 'Certificates',
  affiliate: (aff: string, subs: readonly string[]) => [aff || '(none)', ...subs].join(' · '),

  // Deliveries
  deliveries: 'Deliveries',
  noDelivery: 'There’s no delivery to a buyer. A partner may still have reported a sale.',
  toSettle: (status: 'probably_sold' | 'other') =>
    status === 'probably_sold'
      ? 'The buyer may have bought this lead. Settle it'
      : 'Its money is in doubt. Settle it',
  tries: 'Attempts',
  noTry: 'Not attempted yet',
  next: 'Next attempt',
  ended: 'Outcome',
  price: 'Price',
  auction: {
    won: (bid: string) => `Bid ${bid}.`,
    lost: (bid: string) => `Bid ${bid}, outbid.`,
    none: (bid: string) => (bid === '' ? 'No bid.' : `Bid ${bid}, not valid.`),
  },
  sold: (price: string, when: string) => `sold for ${price}, ${when}`,
  returned: (price: string, when: string) => `returned, ${price}, ${when}`,
  ids: 'IDs',
  ofDelivery: (number: number) => `delivery ${number}`,
  ofBuyer: (id: string) => `buyer’s ID ${id}`,
  duplicateOf: (number: number) => `same person as delivery ${number}`,

  // Answers
  answers: 'Answers',
  noAnswer: 'No answers.',
  field: 'Field',
  value: 'Value',

  // Consents
  consents: 'Consents',
  noConsent: 'No consent was asked for.',
  givenAt: 'Given',
  given: (step: string, when: string) => `${step}, ${when}`,
  pressed: (text: string) => `By pressing “${text}”`,
  notTold: 'The browser didn’t report what was pressed',
  sellers: (names: readonly string[]) => `To ${names.join(', ')}`,
  by: 'By',
  served: (when: string) => `in a form without scripts, on a page sent at ${when}`,
  browserTime: (when: string) => `browser’s clock: ${when}`,
  hash: 'SHA-256 of the text',
  flowHash: 'SHA-256 of the flow',
  optedOut: (source: string, said: string) =>
    `Asked not to be contacted${source === '' ? '' : `, reported by ${source}`}${said === '' ? '' : `: “${said}”`}`,
  notified: (buyer: string, deadline: string) => `${buyer}: must stop contacting the person by ${deadline}`,
  confirmed: (buyer: string, by: string) =>
    by === buyer ? `${buyer}: confirmed that it stopped` : `${buyer}: ${by} confirmed that it stopped`,
  revoked: (of: string, source: string, when: string) => `Revoked for this ${of}: ${source}, ${when}`,

  // Story
  story: 'Visit timeline',
  refusedCall: (call: string, reason: string) => `Refused: ${call}. ${reason}`,
  answered: (step: string) => `Answered ${step}`,
  after: (seconds: string) => `after ${seconds} s`,
  trace: 'Steps, and why each one was shown or skipped',
  atEnd: 'The visitor reached the end of the flow.',
  standsAt: (step: string) => `The visitor is at ${step}.`,
  becameOf: (outcome: string) => `The last step shows: ${outcome}.`,
  noRules: 'no rules',
} as const

export const OUTCOMES: Readonly<Record<Kind, string>> = {
  page_visit: 'Page visit',
  visit: 'Visit',
  registration: 'Registered',
  impression: 'Reached the offer',
  lead: 'Lead saved',
  link_out: 'Left through a link',
  sale: 'Sold',
  return: 'Returned',
  adjustment: 'Amount corrected',
}

export const STANDINGS: Readonly<Record<Explanation['submissions'][number]['standing'], string>> = {
  counts: '',
  replaced: 'answered again later',
  off_path: 'no longer on the path',
}

export const DECISIONS: Readonly<Record<ConsentRecord['decision'], string>> = {
  agreed: 'Agreed',
  refused: 'Refused',
  no_evidence: 'No evidence',
}

export const KINDS: Readonly<Record<Explanation['trace'][number]['kind'], string>> = {
  shown: 'Shown',
  hidden: 'Hidden',
  skipped: 'Skipped',
}
