/** The foot of every email to a visitor. */
export const LETTER = {
  asked: (address: string) => `You’re getting this email because you asked for it at ${address}.`,
  noMore: (page: string, contact: string) => `Unsubscribe:\n${page}\nor write to ${contact}`,
}

/** Texts of the link by which a visitor continues on another device: the email, the page that the link opens, and the offer on the
 *  steps. */

export const GO_ON_MAIL = {
  subject: (site: string) => `Continue where you left off at ${site}`,
  /** The body; `link` is the placeholder for the address. */
  body: (site: string, link: string, lasts: string) =>
    `You asked ${site} for a link to continue where you left off, on this device or another one:

${link}

It works for ${lasts}. For your security, we’ll ask for your name, contact details, and consent again.

Didn’t ask for it? Someone probably mistyped their address. You can ignore and delete this email.`,
  lasts: (hours: number) => {
    const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
    return `${count} ${unit}${count === 1 ? '' : 's'}`
  },
  /** Replaces LETTER.asked in the foot. */
  asked: (address: string) => `You’re getting this email because someone entered this address at ${address}.`,
} as const

export const GO_ON_PAGE = {
  title: 'Continue where you left off',
  lead: 'Your answers are saved. Continue here with the next question.',
  private: 'For your security, we’ll ask for your name, contact details, and consent again.',
  button: 'Continue',
  gone: 'This link no longer works',
  goneLead:
    'It expired, a newer one was sent, or the answers were deleted. You can start over. It only takes a moment.',
  begin: 'Go to the first question',
  ended: 'You’ve answered everything',
  endedLead: 'There’s nothing left to do.',
} as const

/** The email that tells a visitor who received their details. */
export const CONFIRMATION = {
  subject: (site: string) => `Who received your details from ${site}`,
  body: ({ site, date, lines, contact }: Confirmed) =>
    `On ${date} you answered questions at ${site}. Here’s what happened with your details:

${lines}

What we share: your answers, including your contact details, and technical details such as your IP address.

To stop the calls, tell the company that’s calling you. To stop us from sharing your details and sending email, use the link below. To have your data deleted or to get a copy of it, write to ${contact}.

Wasn’t you? Someone else entered your address. Use the link below, or write to us.`,
} as const

interface Confirmed {
  site: string
  date: string
  /** Outcomes, one line each. */
  lines: string
  contact: string
}

/** The page that the foot of every email links to. */
export const UNSUBSCRIBING = {
  title: 'Unsubscribe',
  lead: 'We’ll stop sending email to this address and stop sharing the details that were given with it.',
  confirm: 'Yes, stop all email to this address',
  button: 'Unsubscribe',
  done: 'You’re unsubscribed',
  doneLead: 'You won’t get any more email from us.',
  unknown: 'This link doesn’t work',
  unknownLead: 'Part of it is missing. Open it from the email again, or use our form.',
  form: 'Ways to reach us',
} as const

/** Texts of the form that mails a link to continue. Refusals must fit in three lines on a phone. */
export const GO_ON = {
  open: 'Email me a link to continue later',
  label: 'Your email address',
  hint: 'We’ll send one email with a link to your answers. We won’t use your address for anything else.',
  send: 'Send link',
  close: 'Close',
  sending: 'Sending your answers, then the link…',
  sent: (address: string, until: string) => `A link is on its way to ${address}. It works until ${until}.`,
  after: 'Nothing after a few minutes? Check your spam folder.',
  badAddress: 'We can’t send to this address. Check the spelling.',
  noMoreLinks: 'We can’t send any more links. Use the newest one.',
  tooMany: (minutes: number) =>
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  unsent: 'Your last answers are on their way. Try again in a moment.',
  away: 'We can’t be reached right now. Try again in a moment.',
  notOffered: 'We can’t send a link for this visit anymore.',
  elsewhere: 'You continued this visit in another window. Reload this page.',
} as const

/** Texts of pages in browsers without our scripts. */
export const PLAIN_FORM = {
  /** Text of a page that no server of ours sends, and that takes no forms. */
  needsScript:
    'To answer the questions on this page, turn on JavaScript in your browser and reload the page.',
  off: 'JavaScript is off in your browser. You can still answer every question here.',
  /** Error about a value that may be right all the same. */
  sendAgain: (message: string) => `${message.replace(/\.$/, '')}. If it’s right, press the button again.`,
} as const
