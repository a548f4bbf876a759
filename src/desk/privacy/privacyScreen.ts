import type {
  PrivacyRequest,
  PrivacyRequestKind,
  PrivacyRequestState,
} from '../../../schemas/kernel/privacy.ts'

/** Texts of /desk about privacy requests. */
export const PRIVACY = {
  title: 'Privacy requests',
  name: 'Privacy',
  note: 'Requests from people about their data, made on your sites or by mail. “Do not sell” and “do not call” stop sales of their data immediately. Everything else needs your answer.',
  masked: 'Phone numbers and email addresses are masked for your account.',
  request: 'Request',
  requestOf: (request: number) => `Request ${request}`,
  kind: 'Request type',
  path: 'Site',
  person: 'Person',
  came: 'Received',
  state: 'State',
  answer: 'Answer',
  manner: 'Received through',
  searchFor: 'Number, phone, or email',
  searchForId: 'Request number',
  none: 'No requests yet',
  noneWhy: 'Requests from your privacy pages, and those you add yourself, appear here.',
  dueBy: (day: string) => `Due ${day}`,
  overdue: (day: string) => `Overdue since ${day}`,
  noAnswerDue: 'No answer needed.',
  beingForgotten: (by: string, since: string) => `Requested by ${by}, ${since}.`,
  answeredAt: (when: string) => `Answered ${when}`,
  leadsOf: (contact: string) => `Leads with ${contact}`,

  // To add one
  add: 'Add request…',
  addTitle: 'Add a request',
  addWhy: 'For requests that came by email, mail, or phone.',
  email: 'Email address',
  phone: 'Phone number',
  contactAbout: 'We find the person by email address, phone number, or both.',
  contactMissing: 'Enter an email address, a phone number, or both.',
  choose: 'Choose',
  kindMissing: 'Choose the type of request.',
  pathMissing: 'Choose the site.',
  addNow: 'Add request',
  added: (request: number) => `Request ${request} was added.`,

  // To answer one
  answerLabel: 'What you did, or why you didn’t',
  answerAbout: 'This goes into the request log, which is kept for 24 months. Nothing is sent to the person.',
  answerMissing: 'Enter what you did, or why you didn’t.',
  answerNow: 'Save answer',
  answered: (request: number) => `Request ${request} was answered.`,

  // To forget a person
  forget: 'Erase personal data…',
  forgetTitle: 'Erase this person’s data?',
  forgetWhy:
    'First make sure the data is theirs. Personal data is then erased from every visit with this phone number or email address, on all sites, and none of it is sold anymore. Counts and revenue stay. This can’t be undone. Buyers and partners who have the data keep it, and so do database backups.',
  forgetNow: 'Erase data',
  forgetting: (request: number) => `The data of the person in request ${request} is being erased.`,
} as const

/** Names of requests for operators. */
export const PRIVACY_KINDS: Readonly<Record<PrivacyRequestKind, string>> = {
  do_not_sell: 'Do not sell',
  unsubscribe: 'No calls, texts, or email',
  delete: 'Deletion',
  know: 'Copy of their data',
  correct: 'Correction',
}

export const PRIVACY_STATES: Readonly<Record<PrivacyRequestState, string>> = {
  open: 'Open',
  forgetting: 'Erasing',
  in_effect: 'In effect',
  answered: 'Answered',
}

export const MANNERS: Readonly<Record<PrivacyRequest['manner'], string>> = {
  form: 'Form on the site',
  operator: 'Added by an operator',
}
