import type { NotSold } from '../../schemas/visitor/sessions.ts'

/** What is read of each fate of a visitor's details. {} stands for the buyers. Without a note it is what comes next with the
 *  buyer, or why the details are kept. */
export const FATE_WORDS = {
  accepted: ['{} received your details.'],
  due: ['Your details are on their way to {}.', 'Once they have them, they may contact you.'],
  sending: ['Your details are being sent.', 'You asked us to pass them on to {}.'],
  waiting: ['Your details are waiting to be sent to {}.', 'Until they are, expect no call.'],
  dead: ['Your details did not reach {}.', 'Expect no call from them about it.'],
  rejected: ['{} did not take your request.', 'Expect no call from them about it.'],
  kept: ['We keep your details and do not pass them on to {}.'],
  unfit: ['We did not pass your details on to {}.', 'Your answers do not fit what they look for.'],
  declined: ['We did not pass your details on to {}.', 'You did not ask for it.'],
} as const satisfies Record<string, readonly [text: string, note?: string]>

export const CONTACT = 'They may contact you at the number or the address that you gave.'

/** Why details are not sold. What was asked for a number or an address is told to nobody who types it: it may be another person's. */
export const NOT_SOLD = {
  gpc: 'Your browser asks us not to sell them (Global Privacy Control), so expect no call.',
  do_not_sell: 'You asked us not to sell them, so expect no call.',
  request: 'Expect no call from them about it.',
} as const satisfies Record<NotSold, string>

export const NOTHING_ASKED = 'We passed nothing on. You did not ask for it, so expect no call.'

const LIST = new Intl.ListFormat('en')

/** Several names in a row. */
export const LISTED = (names: readonly string[]): string => LIST.format(names)
