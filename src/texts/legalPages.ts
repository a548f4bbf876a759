import type { PrivacyRequestKind } from '../../schemas/kernel/privacy.ts'

/** Texts of a site's legal pages and their forms. The documents themselves are in fixtures/legal. */

/** Requests that the form takes. */
export const PRIVACY_KINDS: Record<PrivacyRequestKind, string> = {
  do_not_sell: 'Do not sell or share my information',
  unsubscribe: 'Stop calls, texts, and email',
  delete: 'Delete my information',
  know: 'Send me a copy of my information',
  correct: 'Correct my information',
}

/** Next steps after a request. */
export const PRIVACY_NEXT: Record<PrivacyRequestKind, string> = {
  do_not_sell: 'This is in effect now. We no longer share your details with companies that pay us for them.',
  unsubscribe: 'We’ll act on it as soon as we can, within 10 business days at most.',
  delete:
    'We’ve stopped selling your data. Within 10 business days, we’ll ask you to confirm that it’s yours before we delete it.',
  know: 'Within 10 business days, we’ll ask you to confirm that the data is yours before we send anything.',
  correct: 'Within 10 business days, we’ll ask you what’s wrong and to confirm that the data is yours.',
}

export const PRIVACY_FORM = {
  kind: 'What would you like us to do?',
  email: 'Email address',
  phone: 'Phone number',
  hint: 'One of them is enough. Use the one you gave us so we can find you.',
  send: 'Send request',
  wrong: 'Nothing has been sent yet. Please check the marked fields below.',
  kindMissing: 'Choose what you’d like us to do.',
  contactMissing: 'Enter your email address or phone number.',
  emailWrong: 'Enter an email address such as ann@example.com.',
  phoneWrong: 'Enter a US phone number such as (512) 555-2368.',
  kept: 'We received your request',
  /** `number` is markup. */
  numbered: (number: string, asked: string, next: string) =>
    `Your request number is ${number}: “${asked}”. ${next}`,
}

export const LEGAL_PAGE = {
  others: (site: string) => `More from ${site}`,
  email: 'Email',
  phone: 'Phone',
  address: 'Mail',
  addressUnset: '[The operator’s postal address, to be set as POSTAL_ADDRESS]',
}
