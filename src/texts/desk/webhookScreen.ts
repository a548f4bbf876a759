import type { WebhookKind, WebhookState } from '../../../schemas/outgoing/webhook.ts'

/** What /desk says of webhooks. */
export const WEBHOOKS = {
  title: 'Webhooks',
  about:
    'Systems of your own are sent each lead, sale and return of all sites as it happens, signed as Standard Webhooks says.',
  owner:
    'A webhook belongs to the company: it goes on until it is ended, also when whoever made it is limited to some sites or leaves.',
  failed: 'The webhooks could not be loaded',
  none: 'Nothing is sent anywhere yet.',
  noneWhy: 'A webhook stands here once it is made, and below it what it was sent.',
  name: 'Name',
  nameAbout: 'Letters, digits, “.”, “_” and “-”. No other webhook ever had it.',
  nameWrong: 'Letters, digits, “.”, “_” and “-” alone, at most 60.',
  url: 'Address',
  urlAbout: 'Where messages are posted, by https.',
  urlWrong: 'Write it whole, like https://crm.example/hooks.',
  kinds: 'Sent',
  kindsWrong: 'Choose at least one.',
  persons: 'With what the visitor answered',
  personsAbout: 'Messages of leads then hold personal data. Else they hold ids alone.',
  withPersons: 'with personal data',
  made: 'Made',
  actions: 'Actions',
  madeBy: (by: string, when: string) => `${by === 'console' ? 'On the command line' : by}, ${when}`,
  ended: (when: string) => `Ended ${when}`,
  make: 'Make a webhook…',
  makeTitle: 'Make a webhook',
  makeNow: 'Make it',
  madeTitle: (name: string) => `The webhook ${name}`,
  onceOnly:
    'This signs the messages: give it to the receiver, which checks by it who sent them. Copy it now: it is shown this once.',
  test: 'Test',
  testOf: (name: string) => `Send a test to ${name}`,
  tested: (name: string, sentence: string) => `${name}: ${sentence}`,
  end: 'End…',
  endOf: (name: string) => `End the webhook ${name}`,
  endTitle: (name: string) => `End the webhook ${name}?`,
  endNote: 'Nothing more is sent to it, what waits neither. That cannot be undone.',
  endNow: 'End it',
} as const

/** The list of messages. */
export const MESSAGES = {
  title: 'Messages',
  message: 'Message',
  messageOf: (kind: WebhookKind, entry: number) => `${KINDS[kind]} ${entry}`,
  webhook: 'Webhook',
  state: 'State',
  time: 'Happened',
  againOf: (entry: number) => `Send again: message ${entry}`,
  isAgain: (entry: number) => `The message ${entry} is due again.`,
  none: 'No message yet',
  noneWhy: 'What is sent to a webhook stands here.',
} as const

export const KINDS: Readonly<Record<WebhookKind, string>> = {
  lead: 'Lead',
  sale: 'Sale',
  return: 'Return',
}

/** What became of a message. */
export const MESSAGE_STATES: Readonly<Record<WebhookState, string>> = {
  due: 'Due',
  sent: 'Sent',
  dead: 'Given up',
  suppressed: 'Not sent',
}
