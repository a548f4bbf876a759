import type { Outgoing, OutgoingLine } from '../../../schemas/desk/outgoing.ts'

/** Texts of /desk about emails to visitors, conversion events for ad platforms, and copies of leads for buyers. */
export const OUTGOING = {
  parts: 'Delivery lists',
  toBuyers: 'To buyers',
  about: 'About',
  vendor: 'Ad platform',
  buyer: 'Buyer',
  address: 'Address',
  days: 'Leads of',
  time: 'Happened',
  state: 'State',
} as const

/** Texts of each list. */
export const OUTGOING_LISTS = {
  mail: {
    title: 'Emails',
    note: 'Emails from your sites to visitors, and how the mail server responded.',
    entry: 'Email',
    none: 'No emails yet',
    noneWhy: 'Emails from steps, links to continue, and confirmations appear here.',
    entryOf: (entry: number) => `Email ${entry}`,
    againOf: (entry: number) => `Send again: email ${entry}`,
    isAgain: (entry: number) => `Email ${entry} will be sent again.`,
  },
  pixel: {
    title: 'Advertising',
    note: 'Conversion events sent to ad platforms. Personal data in them isn’t shown here.',
    entry: 'Event',
    none: 'No events yet',
    noneWhy: 'Events that your flows send to ad platforms appear here.',
    entryOf: (entry: number) => `Event ${entry}`,
    againOf: (entry: number) => `Send again: event ${entry}`,
    isAgain: (entry: number) => `Event ${entry} will be sent again.`,
  },
  copy: {
    title: 'Copies',
    note: 'Emails to buyers with their leads from a day or week. You set them up in each buyer’s form.',
    entry: 'Copy',
    none: 'No copies yet',
    noneWhy: 'Set up copies by email in a buyer’s form. They appear here when they’re planned.',
    entryOf: (entry: number) => `Copy ${entry}`,
    againOf: (entry: number) => `Send again: copy ${entry}`,
    isAgain: (entry: number) => `Copy ${entry} will be sent again.`,
  },
} as const satisfies Record<Outgoing, object>

export const OUTGOING_STATES: Readonly<Record<OutgoingLine['state'], string>> = {
  due: 'Due',
  sent: 'Sent',
  refused: 'Refused',
  dead: 'Given up',
  suppressed: 'Not sent',
}

/** Words for the subject of an entry. */
export function outgoingAbout({ kind, offer, step, name }: OutgoingLine): string {
  if (kind === 'go_on') return 'Link to continue'
  if (kind === 'confirm') return 'Lead confirmation'
  const place = [offer, step].filter(Boolean).join('/')
  return [name, place].filter(Boolean).join(', ')
}
