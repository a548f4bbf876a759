import type {
  NewPayoutRule,
  PayoutCap,
  PayoutEvent,
  PayoutStatement,
  PayoutTier,
} from '../../../schemas/desk/payouts.ts'
import type { PostbackKind, PostbackState } from '../../../schemas/outgoing/postback.ts'
import { show } from '../../operator/table/cells.ts'

/** Texts of /desk about affiliates: rules, payouts, statements and postbacks. */

export const AFFILIATES = {
  title: 'Affiliates',
  parts: 'Parts of Affiliates',
  rules: 'Payout rules',
  payouts: 'Payouts',
  statements: 'Statements',
  postbacks: 'Postbacks',
  affiliate: 'Affiliate',
  affiliateAbout: 'The ID in its links, as in aff_id.',
  affiliateWrong: 'Enter the affiliate’s ID.',
  allOffers: 'All offers',
  offerAbout: 'The offer’s key. Leave it empty for all offers.',
  event: 'Event',
  made: 'Created',
  actions: 'Actions',
  doneBy: (by: string, when: string) => `${by}, ${when}`,
  ended: (when: string) => `Ended ${when}`,
} as const

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A date such as "Nov 26, 2026", from `YYYY-MM-DD`. */
export const dayText = (date: string): string => DAY.format(Date.parse(date))

export const EVENTS: Readonly<Record<PayoutEvent, string>> = {
  registration: 'Registration',
  lead: 'Lead',
  sale: 'Sale',
}

export const RULES = {
  about:
    'What you pay affiliates for registrations, leads, and sales. A rule applies to what happens from then on. Payouts that are already booked never change.',
  failed: 'Couldn’t load the payout rules',
  none: 'No payout rules yet',
  noneWhy: 'Affiliates are paid nothing until you create a rule.',
  pays: 'Pays',
  make: 'Create rule…',
  makeTitle: 'Create a payout rule',
  makeNow: 'Create rule',
  replace: 'Replace…',
  replaceOf: (rule: number) => `Replace rule ${rule}`,
  replaceTitle: (rule: number) => `Replace rule ${rule}`,
  replaceNow: 'Replace rule',
  end: 'End…',
  endOf: (rule: number) => `End rule ${rule}`,
  endTitle: (rule: number) => `End rule ${rule}?`,
  endNote: 'Nothing more is paid by it. What it booked stays, and returns still reduce it.',
  endNow: 'End rule',
  ruleOf: (affiliate: string, rule: number) => `${affiliate} · rule ${rule}`,
  fixed: 'Fixed amount',
  share: 'Share of revenue',
  from: 'From conversion',
  fromAbout: 'in the month',
  addTier: 'Add a tier',
  removeTier: (tier: number) => `Remove tier ${tier}`,
  tiers: 'Amount',
  caps: 'Caps',
  addCap: 'Add a cap',
  removeCap: (cap: number) => `Remove cap ${cap}`,
  per: 'Per',
  capConversions: 'Conversions',
  capAmount: 'Amount',
  hold: 'Days on hold',
  holdAbout: 'Days until a payout can be in a statement. Match the buyers’ return window.',
  clawBack: 'Take payouts back after returns',
  clawBackAbout:
    'A partly returned sale pays a share of what’s left. A lead is taken back when all its sales are returned.',
  wrongAmounts: 'Enter amounts like 12.50, shares up to 100%, and whole numbers of conversions.',
} as const

export const PERS: Readonly<Record<PayoutCap['per'], string>> = {
  day: 'Day',
  month: 'Month',
  total: 'All time',
}
const PER_WORDS: Readonly<Record<PayoutCap['per'], string>> = {
  day: ' a day',
  month: ' a month',
  total: ' in total',
}

/** A rule in words, such as "50% of each sale, up to $1,000.00 a day, held 30 days". */
export function ruleSentence({ event, terms, hold_days, claw_back }: NewPayoutRule): string {
  const each = event === 'sale' ? 'sale' : EVENTS[event].toLowerCase()
  const paid = ({ cents, share_bp }: PayoutTier) =>
    [...(cents > 0 ? [show(cents, 'cents')] : []), ...(share_bp > 0 ? [`${share_bp / 100}%`] : [])].join(
      ' plus ',
    ) || '$0.00'
  const tiers = terms.tiers.map((tier, i) =>
    i === 0 ? `${paid(tier)} per ${each}` : `${paid(tier)} from number ${tier.from} of the month`,
  )
  const caps = terms.caps.map(({ per, conversions, cents }) => {
    const most = [
      ...(conversions === null ? [] : [`${show(conversions, 'count')} ${each}s`]),
      ...(cents === null ? [] : [show(cents, 'cents')]),
    ]
    return `up to ${most.join(' or ')}${PER_WORDS[per]}`
  })
  return [
    ...tiers,
    ...caps,
    ...(hold_days > 0 ? [`held ${hold_days} ${hold_days === 1 ? 'day' : 'days'}`] : []),
    ...(event === 'registration' || claw_back ? [] : ['kept after returns']),
  ].join(', ')
}

export const PAYOUTS = {
  none: 'No payouts yet',
  noneWhy: 'What your rules pay appears here as it happens.',
  entry: 'Entry',
  time: 'Time',
  payable: 'Payable from',
  subs: 'Sub IDs',
  amount: 'Amount',
  statement: 'Statement',
  change: 'change',
  entryOf: (event: PayoutEvent, entry: number) => `${EVENTS[event]} ${entry}`,
} as const

export const STATEMENTS = {
  about:
    'A statement has everything that became payable to an affiliate by its last day and isn’t in another statement.',
  failed: 'Couldn’t load the statements',
  none: 'No statements yet',
  noneWhy: 'Create one when a period is over.',
  statement: 'Statement',
  period: 'Period',
  total: 'Total',
  state: 'Status',
  make: 'Create statement…',
  makeTitle: 'Create a statement',
  makeNow: 'Create statement',
  from: 'First day',
  to: 'Last day',
  days: (from: string, to: string) => `${dayText(from)} to ${dayText(to)}`,
  toAbout: 'Days are New York days. The last one must be over.',
  approve: 'Approve…',
  approveTitle: (statement: number) => `Approve statement ${statement}?`,
  approveNote: (affiliate: string, total: string) => `${total} is then ready to be paid to ${affiliate}.`,
  approveNow: 'Approve statement',
  pay: 'Mark as paid…',
  payTitle: (statement: number) => `Mark statement ${statement} as paid`,
  payNote: 'You can’t undo this.',
  payNow: 'Mark as paid',
  reference: 'Payment reference',
  referenceAbout: 'Such as the number of the bank transfer. Optional.',
  discard: 'Discard…',
  discardTitle: (statement: number) => `Discard statement ${statement}?`,
  discardNote: 'Its payouts become payable again and can be in another statement.',
  discardNow: 'Discard statement',
  of: (act: string, statement: number) => `${act.replace('…', '')}: statement ${statement}`,
  pdf: 'PDF',
  csv: 'CSV',
  states: {
    draft: 'Draft',
    approved: 'Approved',
    paid: 'Paid',
    discarded: 'Discarded',
  } satisfies Record<PayoutStatement['state'], string>,
} as const

export const BALANCES = {
  title: 'Balances',
  failed: 'Couldn’t load the balances',
  none: 'Nothing owed yet',
  noneWhy: 'What affiliates earn by your rules adds up here.',
  payable: 'Payable',
  held: 'On hold',
  open: 'In open statements',
  paid: 'Paid',
} as const

export const POSTBACKS = {
  about:
    'Postbacks report conversions to affiliates’ trackers as they happen, with the payout, but without personal data.',
  failed: 'Couldn’t load the postbacks',
  none: 'No postbacks yet',
  noneWhy: 'Postbacks you create appear here, with what was sent below.',
  name: 'Name',
  nameAbout: 'Letters, digits, “.”, “_” and “-”. Names can’t be reused.',
  nameWrong: 'Use only letters, digits, “.”, “_” and “-”, up to 60 characters.',
  preset: 'Tracker',
  url: 'Address',
  urlAbout:
    'Macros: {click_id}, {sub1} to {sub5}, {payout}, {event}, {status}, {transaction_id}. Replace the host with the affiliate’s.',
  urlWrong: 'Enter a full URL, like https://tracker.example/postback?cid={click_id}.',
  returnUrl: 'Address for returns',
  returnUrlAbout: 'Leave it empty to use the same address.',
  clickParameter: 'Click ID parameter',
  clickParameterAbout: 'The parameter of the affiliate’s links that has its click ID.',
  returnPayout: 'Payout of a return',
  returnPayouts: { zero: '0.00', negative: 'Minus the payout' },
  words: 'Events',
  wordsWrong: 'Choose at least one event.',
  eventOf: (kind: string) => `{event} for ${kind}`,
  statusOf: (kind: string) => `{status} for ${kind}`,
  paidOnly: 'Only report conversions that pay',
  make: 'Create postback…',
  makeTitle: 'Create a postback',
  makeNow: 'Create postback',
  test: 'Test',
  testOf: (name: string) => `Send a test to ${name}`,
  tested: (name: string, sentence: string) => `${name}: ${sentence}`,
  end: 'Delete…',
  endOf: (name: string) => `Delete postback ${name}`,
  endTitle: (name: string) => `Delete postback ${name}?`,
  endNote: 'Nothing more is sent to it, including what’s pending. You can’t undo this.',
  endNow: 'Delete postback',
  ended: (when: string) => `Deleted ${when}`,
} as const

export const KINDS: Readonly<Record<PostbackKind, string>> = {
  registration: 'Registration',
  lead: 'Lead',
  sale: 'Sale',
  change: 'Payout change',
  return: 'Return',
}

export const REPORTS = {
  title: 'Sent and pending',
  message: 'Report',
  messageOf: (kind: PostbackKind, entry: number) => `${KINDS[kind]} ${entry}`,
  postback: 'Postback',
  state: 'State',
  time: 'Happened',
  payout: 'Payout',
  againOf: (entry: number) => `Send again: report ${entry}`,
  isAgain: (entry: number) => `Report ${entry} will be sent again.`,
  none: 'Nothing to report yet',
  noneWhy: 'Conversions that are reported to affiliates appear here.',
} as const

export const REPORT_STATES: Readonly<Record<PostbackState, string>> = {
  due: 'Due',
  sent: 'Sent',
  dead: 'Given up',
  suppressed: 'Not sent',
}
