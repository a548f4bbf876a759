import type { Explanation } from '../../../schemas/author/trace.ts'
import type { ConsentRecord } from '../../../schemas/consent.ts'

type Kind = Explanation['outcomes'][number]['kind']

/** What one lead says of itself. */
export const ONE_LEAD = {
  title: 'Lead',
  failed: 'The lead could not be loaded',
  back: 'All leads',
  print: 'Print',
  proofs: { proof: 'Proof', proofPdf: 'Proof as PDF' },
  proofWhat: {
    proof: 'All of this as a chain of hashed entries, in a JSON file that can be checked',
    proofPdf: 'The same to read and to print',
  },
  proofFailed: 'The proof could not be made',
  printed: (when: string, by: string) => `Printed ${when} by ${by}`,
  noName: 'Lead without a name',
  forgotten: 'Its visitor was forgotten: what said who they were is gone.',
  masked: 'Your account does not see personal data: what the visitor typed is masked.',

  // Head
  session: 'Session',
  came: 'Came',
  path: 'Path',
  version: 'Version',
  from: 'From',
  page: 'Page',
  address: 'Address',
  browser: 'Browser',
  certificates: 'Certificates',
  affiliate: (aff: string, subs: readonly string[]) => [aff || '(none)', ...subs].join(' · '),

  // Deliveries
  deliveries: 'Deliveries',
  noDelivery: 'No delivery to a buyer is recorded. A partner may have reported its sale all the same.',
  tries: 'Attempts',
  noTry: 'Not attempted yet',
  next: 'Next attempt',
  ended: 'Outcome',
  price: 'Price',
  auction: {
    won: (bid: string) => `Bid ${bid}.`,
    lost: (bid: string) => `Bid ${bid}, not taken.`,
    none: (bid: string) => (bid === '' ? 'No bid.' : `Bid ${bid}, which does not count.`),
  },
  sold: (price: string, when: string) => `sold for ${price}, ${when}`,
  returned: (price: string, when: string) => `returned, ${price}, ${when}`,
  ids: 'Ids',
  ofDelivery: (number: number) => `delivery ${number}`,
  ofBuyer: (id: string) => `the buyer’s ${id}`,
  duplicateOf: (number: number) => `the same person as delivery ${number}`,

  // Answers
  answers: 'Answers',
  noAnswer: 'Nothing was answered.',
  field: 'Field',
  value: 'Value',

  // Consents
  consents: 'Consents',
  noConsent: 'It was asked for no consent.',
  givenAt: 'Given',
  given: (step: string, when: string) => `${step}, ${when}`,
  pressed: (text: string) => `By pressing “${text}”`,
  notTold: 'The browser did not say what was pressed',
  sellers: (names: readonly string[]) => `To ${names.join(', ')}`,
  by: 'By',
  browserTime: (when: string) => `by the browser’s clock ${when}`,
  hash: 'SHA-256 of the text',
  flowHash: 'SHA-256 of the flow',
  revoked: (of: string, source: string, when: string) => `Taken back for this ${of}: ${source}, ${when}`,

  // Story
  story: 'Story of the visit',
  refusedCall: (call: string, reason: string) => `Refused: ${call}. ${reason}`,
  answered: (step: string) => `Answered ${step}`,
  after: (seconds: string) => `after ${seconds} s`,
  trace: 'Steps, and why each was shown or not',
  atEnd: 'The flow is at its end.',
  standsAt: (step: string) => `The visitor is at ${step}.`,
  becameOf: (outcome: string) => `The last step shows: ${outcome}.`,
  noRules: 'no rules',
} as const

export const OUTCOMES: Readonly<Record<Kind, string>> = {
  page_visit: 'Came to the page',
  visit: 'Visit',
  registration: 'Registered',
  impression: 'Reached the offer',
  lead: 'Lead kept',
  link_out: 'Left by a link',
  sale: 'Sold',
  return: 'Returned',
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
  hidden: 'Passed over',
  skipped: 'Skipped',
}
