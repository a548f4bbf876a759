import type { Outgoing, OutgoingLine } from '../../../schemas/desk/outgoing.ts'

/** What /desk says of emails to visitors, and of events that go to vendors of advertisements. */
export const OUTGOING = {
  parts: 'Parts of deliveries',
  toBuyers: 'To buyers',
  about: 'About',
  vendor: 'Vendor',
  account: 'Account',
  time: 'Happened',
  state: 'State',
} as const

/** Each of the two lists. */
export const OUTGOING_LISTS = {
  mail: {
    title: 'Emails',
    note: 'What the sites mail to their visitors, and what the mail server answered.',
    entry: 'Email',
    none: 'No email yet',
    noneWhy: 'What a step mails, links to go on and confirmations stand here.',
    entryOf: (entry: number) => `Email ${entry}`,
    againOf: (entry: number) => `Send again: email ${entry}`,
    isAgain: (entry: number) => `The email ${entry} is due again.`,
  },
  pixel: {
    title: 'Advertising',
    note: 'Events of visits that go to vendors of advertisements. What they say of the visitor does not stand here.',
    entry: 'Event',
    none: 'No event yet',
    noneWhy: 'What a flow sends to vendors of advertisements stands here.',
    entryOf: (entry: number) => `Event ${entry}`,
    againOf: (entry: number) => `Send again: event ${entry}`,
    isAgain: (entry: number) => `The event ${entry} is due again.`,
  },
} as const satisfies Record<Outgoing, object>

export const OUTGOING_STATES: Readonly<Record<OutgoingLine['state'], string>> = {
  due: 'Due',
  sent: 'Sent',
  refused: 'Refused',
  dead: 'Given up',
  suppressed: 'Not sent',
}

/** What one is about. */
export function outgoingAbout({ kind, offer, step, name }: OutgoingLine): string {
  if (kind === 'go_on') return 'A link to go on'
  if (kind === 'confirm') return 'To whom the leads went'
  const place = [offer, step].filter(Boolean).join('/')
  return [name, place].filter(Boolean).join(', ')
}
