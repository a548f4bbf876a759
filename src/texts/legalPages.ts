import type { PrivacyRequestKind } from '../../schemas/privacy.ts'

/** The legal pages of a site and the forms that stand on them. What a document itself says is in fixtures/legal. */

/** What may be asked by form. */
export const PRIVACY_KINDS: Record<PrivacyRequestKind, string> = {
  do_not_sell: 'Do not sell or share my information',
  unsubscribe: 'Stop calls, texts and email',
  delete: 'Delete what you have about me',
  know: 'Send me a copy of what you have about me',
  correct: 'Correct what you have about me',
}

/** What follows once it was asked. */
export const PRIVACY_NEXT: Record<PrivacyRequestKind, string> = {
  do_not_sell:
    'It is in effect now: from here on we pass none of your details to a company that pays us for them.',
  unsubscribe: 'We act on it as soon as we can, at the latest within 10 business days.',
  delete:
    'We stop selling your data at once. Before we delete it we ask you to confirm that it is yours, within 10 business days.',
  know: 'Before we send anything we ask you to confirm that it is yours, within 10 business days.',
  correct: 'We ask you what is wrong, and to confirm that the data is yours, within 10 business days.',
}

export const PRIVACY_FORM = {
  kind: 'What do you want?',
  email: 'Email address',
  phone: 'Phone number',
  hint: 'One of the two is enough. Give those that you gave us, so that we find you.',
  send: 'Send the request',
  wrong: 'Nothing was sent yet: please look at what is marked below.',
  kindMissing: 'Choose what you want.',
  contactMissing: 'Give your email address or your phone number.',
  emailWrong: 'Give an email address such as ann@example.com.',
  phoneWrong: 'Give a US phone number such as (512) 555-2368.',
  kept: 'We have your request',
  /** `number` is markup. */
  numbered: (number: string, asked: string, next: string) => `Its number is ${number}: “${asked}”. ${next}`,
}

export const LEGAL_PAGE = {
  others: (site: string) => `More from ${site}`,
  email: 'Email',
  phone: 'Phone',
  address: 'Mail',
  addressUnset: '[The operator’s postal address, to be set as POSTAL_ADDRESS]',
}
