import type { WebhookKind, WebhookState } from '../../../schemas/outgoing/webhook.ts'

/** Texts of /desk about webhooks. */
export const WEBHOOKS = {
  title: 'Webhooks',
  about:
    'Webhooks send every lead, sale, and return to your own systems as it happens, for all sites. Messages are signed (Standard Webhooks).',
  owner:
    'A webhook belongs to the company. It keeps running until you delete it, even if the person who created it leaves or loses access to some sites.',
  failed: 'Couldn’t load the webhooks',
  none: 'No webhooks yet',
  noneWhy: 'Webhooks you create appear here, with their messages below.',
  name: 'Name',
  nameAbout: 'Letters, digits, “.”, “_” and “-”. Names can’t be reused.',
  nameWrong: 'Use only letters, digits, “.”, “_” and “-”, up to 60 characters.',
  url: 'URL',
  urlAbout: 'Messages are posted here over HTTPS.',
  urlWrong: 'Enter a full URL, like https://crm.example/hooks.',
  kinds: 'Events',
  kindsWrong: 'Choose at least one event.',
  persons: 'Include the visitor’s answers',
  personsAbout: 'Lead messages will contain personal data. Otherwise they only contain IDs.',
  withPersons: 'with personal data',
  made: 'Created',
  actions: 'Actions',
  madeBy: (by: string, when: string) => `${by === 'console' ? 'On the command line' : by}, ${when}`,
  ended: (when: string) => `Deleted ${when}`,
  make: 'Create webhook…',
  makeTitle: 'Create a webhook',
  makeNow: 'Create webhook',
  madeTitle: (name: string) => `Webhook ${name}`,
  onceOnly:
    'This secret signs the messages. The receiver uses it to verify them. Copy it now. You won’t see it again.',
  test: 'Test',
  testOf: (name: string) => `Send a test message to ${name}`,
  tested: (name: string, sentence: string) => `${name}: ${sentence}`,
  end: 'Delete…',
  endOf: (name: string) => `Delete webhook ${name}`,
  endTitle: (name: string) => `Delete webhook ${name}?`,
  endNote: 'No more messages are sent to it, including pending ones. You can’t undo this.',
  endNow: 'Delete webhook',
} as const

/** Texts of the list of messages. */
export const MESSAGES = {
  title: 'Messages',
  message: 'Message',
  messageOf: (kind: WebhookKind, entry: number) => `${KINDS[kind]} ${entry}`,
  webhook: 'Webhook',
  state: 'State',
  time: 'Happened',
  againOf: (entry: number) => `Send again: message ${entry}`,
  isAgain: (entry: number) => `Message ${entry} will be sent again.`,
  none: 'No messages yet',
  noneWhy: 'Messages to your webhooks appear here.',
} as const

export const KINDS: Readonly<Record<WebhookKind, string>> = {
  lead: 'Lead',
  sale: 'Sale',
  return: 'Return',
}

/** Names of the states of a message. */
export const MESSAGE_STATES: Readonly<Record<WebhookState, string>> = {
  due: 'Due',
  sent: 'Sent',
  dead: 'Given up',
  suppressed: 'Not sent',
}
