import type { PrivacyRequest, PrivacyRequestKind, PrivacyRequestState } from '../../../schemas/privacy.ts'

/** What /desk says of privacy requests. */
export const PRIVACY = {
  title: 'Privacy requests',
  name: 'Privacy',
  note: 'What people ask about their data, on the sites or by letter. Who asks not to be sold or called is no longer sold from that moment; everything else waits for your answer.',
  masked: 'Phone numbers and email addresses are masked for your account.',
  request: 'Request',
  requestOf: (request: number) => `Request ${request}`,
  kind: 'Asked',
  path: 'Site',
  person: 'Person',
  came: 'Came',
  state: 'State',
  answer: 'Answer',
  manner: 'How',
  searchFor: 'Number, phone or email',
  searchForId: 'Number of a request',
  none: 'No request yet',
  noneWhy:
    'What visitors ask in the forms of a site’s privacy pages stands here, and what you write down for them.',
  dueBy: (day: string) => `By ${day}`,
  overdue: (day: string) => `Overdue since ${day}`,
  noAnswerDue: 'No answer is due.',
  beingForgotten: (by: string, since: string) => `${by} asked for it ${since}.`,
  answeredAt: (when: string) => `Answered ${when}`,
  leadsOf: (contact: string) => `Leads with ${contact}`,

  // To write one down
  add: 'Write a request down…',
  addTitle: 'Write a request down',
  addWhy: 'One that came by email, letter or call.',
  email: 'Email address',
  phone: 'Phone number',
  contactAbout: 'An email address, a phone number or both: by these the person is known.',
  contactMissing: 'Name the person by an email address, a phone number or both.',
  choose: 'Choose',
  kindMissing: 'Say what was asked.',
  pathMissing: 'Say for which site.',
  addNow: 'Write it down',
  added: (request: number) => `Request ${request} is written down.`,

  // To answer one
  answerLabel: 'What was done, or why not',
  answerAbout: 'It stands in the log, which is kept for 24 months. Nothing is sent to the person from here.',
  answerMissing: 'Write what was done, or why not.',
  answerNow: 'Log the answer',
  answered: (request: number) => `Request ${request} is answered.`,

  // To forget somebody
  forget: 'Forget the person…',
  forgetTitle: 'Forget this person?',
  forgetWhy:
    'First make sure that the data is theirs. Then all that tells whose they were is erased from every visit in which this phone number or email address was given, on all sites, and nothing of it is sold any more. What was counted and earned stays. It cannot be undone. Buyers and partners who have the data, and backups of the database, keep it.',
  forgetNow: 'Forget them',
  forgetting: (request: number) => `The person of request ${request} is being forgotten.`,
} as const

/** What can be asked, as an operator reads it. */
export const PRIVACY_KINDS: Readonly<Record<PrivacyRequestKind, string>> = {
  do_not_sell: 'Not to be sold',
  unsubscribe: 'No calls, texts or email',
  delete: 'To be deleted',
  know: 'A copy of their data',
  correct: 'A correction',
}

export const PRIVACY_STATES: Readonly<Record<PrivacyRequestState, string>> = {
  open: 'Open',
  forgetting: 'Being forgotten',
  in_effect: 'In effect',
  answered: 'Answered',
}

export const MANNERS: Readonly<Record<PrivacyRequest['manner'], string>> = {
  form: 'A form of the site',
  operator: 'Written down by an operator',
}

/** The answer to a request whose person was forgotten. */
export function forgottenSessions(count: number): string {
  return `Forgotten: ${count.toLocaleString('en-US')} ${count === 1 ? 'session' : 'sessions'}.`
}
