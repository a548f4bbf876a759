import type { NotSold } from '../../schemas/visitor/sessions.ts'

/** Sentences for each fate of a visitor's details: the first, and a note that follows it. `{}` is the names of the buyers. Without a
 *  note, CONTACT or a reason of NOT_SOLD follows. */
export const FATE_WORDS = {
  accepted: ['{} received your details.'],
  due: ['Your details are on their way to {}.', 'They may contact you once they receive them.'],
  sending: ['Your details are being sent.', 'You asked us to share them with {}.'],
  offline: [
    'Your details aren’t sent yet.',
    'You’re offline. Keep this page open, and we’ll send them to {} once you’re connected.',
  ],
  waiting: ['Your details are waiting to be sent to {}.', 'You won’t get a call until they’re sent.'],
  dead: ['Your details didn’t reach {}.', 'They won’t call you about this request.'],
  rejected: ['{} didn’t accept your request.', 'They won’t call you about it.'],
  kept: ['We saved your details but didn’t share them with {}.'],
  unsent: ['We couldn’t send your details to {}.', 'They won’t call you about this request.'],
  unfit: ['We didn’t share your details with {}.', 'Your answers don’t match what they’re looking for.'],
  declined: ['We didn’t share your details with {}.', 'You didn’t ask us to.'],
} as const satisfies Record<string, readonly [text: string, note?: string]>

export const CONTACT = 'They may contact you at the phone number or email you gave.'

/** Words before what a buyer says it does next. A buyer that has the person's request from another visit won't do it again, and a visitor
 *  must not learn of that visit, so everyone reads them. */
export const NEXT = 'If this is your first request to them, here’s what happens next:'

/** Reasons why details aren't sold. They never reveal what was requested for a number or an address: the person who typed it may be someone
 *  else. */
export const NOT_SOLD = {
  gpc: 'Your browser asks us not to sell them (Global Privacy Control), so you won’t get a call.',
  do_not_sell: 'You asked us not to sell them, so you won’t get a call.',
  request: 'They won’t call you about this request.',
} as const satisfies Record<NotSold, string>

export const NOTHING_ASKED = 'We didn’t share anything. You didn’t ask us to, so you won’t get a call.'

/** Several names as one list. */
export const LISTED = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)
