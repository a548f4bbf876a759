/** What stands below every email to a visitor. */
export const LETTER = {
  asked: (address: string) => `You get this email because you asked for it at ${address}.`,
  noMore: (page: string, contact: string) => `No more email:\n${page}\nor write to ${contact}`,
}

/** Going on elsewhere by a link that is mailed: the email, the page that the link opens, and the offer on the steps. */

export const GO_ON_MAIL = {
  subject: (site: string) => `Go on with your answers at ${site}`,
  /** `link`: the sign in whose place it is put. */
  body: (site: string, link: string, lasts: string) =>
    `You asked ${site} for a link to go on with your answers, on this device or another one:

${link}

It works for ${lasts}. For your safety your name, your contact details and your consent are asked for again.

You did not ask for it? Then somebody mistyped an address: do nothing, and delete this email.`,
  lasts: (hours: number) => {
    const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
    return `${count} ${unit}${count === 1 ? '' : 's'}`
  },
  /** Stands in the foot, in place of what other emails say. */
  asked: (address: string) => `You get this email because somebody gave this address at ${address}.`,
} as const

export const GO_ON_PAGE = {
  title: 'Go on with your answers',
  lead: 'Your answers are kept. Go on here with the question that comes next.',
  private: 'For your safety your name, your contact details and your consent are asked for again.',
  button: 'Go on',
  gone: 'This link does not work any more',
  goneLead:
    'It is too old, a newer one was sent, or the answers were deleted. You can begin again: it takes a moment.',
  begin: 'To the first question',
  ended: 'You have answered everything',
  endedLead: 'There is nothing more to do.',
} as const

/** Tells a visitor to whom their details went. */
export const CONFIRMATION = {
  subject: (site: string) => `Your details at ${site}: who has them`,
  body: ({ site, date, lines, contact }: Confirmed) =>
    `On ${date} you answered questions at ${site}. This is what became of your details:

${lines}

What we pass on are your answers, the contact details among them, and technical details such as your IP address.

You want no more calls? Tell the company that calls you. The link below has us pass nothing more on, and send no more email. To have what we keep deleted, or to get a copy of it, write to ${contact}.

It was not you? Then somebody gave your address: use the link below, or write to us.`,
} as const

interface Confirmed {
  site: string
  date: string
  /** What became of them, a line for each. */
  lines: string
  contact: string
}

/** The page to which the foot of every email leads. */
export const UNSUBSCRIBING = {
  title: 'No more email',
  lead: 'We’ll send no more email to this address, and share nothing that was given with it.',
  confirm: 'Yes, stop all email to this address',
  button: 'Send me no more email',
  done: 'You get no more email from us',
  doneLead: 'It is in effect now.',
  unknown: 'This link does not work',
  unknownLead: 'It is not whole: open it as it stands in the email, or ask us by the form.',
  form: 'All ways to reach us',
} as const

/** What a page says of the link by which a visitor goes on elsewhere. A refusal has the room of three lines on a phone. */
export const GO_ON = {
  open: 'Send me a link to go on',
  label: 'Your email address',
  hint: 'We send one email with a link to your answers. The address is used for nothing else.',
  send: 'Send the link',
  close: 'Close',
  sending: 'Sending your answers, then the link…',
  sent: (address: string, until: string) => `A link is on its way to ${address}. It works until ${until}.`,
  after: 'Nothing there after a few minutes? Look in your spam folder.',
  badAddress: 'We cannot send to this address. Check how it is written.',
  noMoreLinks: 'No more links can be sent. The newest one works.',
  tooMany: (minutes: number) =>
    `Too many tries. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  unsent: 'Your last answers are on their way. Try again in a moment.',
  away: 'We cannot be reached right now. Try again in a moment.',
  notOffered: 'No link can be sent for this visit any more.',
  elsewhere: 'This visit goes on in another window. Load this page again.',
} as const
