import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Path } from '../../author/complete/cursor.ts'
import { EDITOR } from './buyerScreen.ts'

/** Labels of a buyer's settings, as operators read them. */

export interface Words {
  label: string
  about: string
  /** Button that adds it, if it has a form of its own. */
  add?: string
}

/** A part of the editor. */
export type Section = 'connection' | 'price' | 'caps' | 'hours' | 'filters' | 'auction' | 'copies' | 'test'

interface MemberWords extends Words {
  section: Section
  /** Systems that it is for; all if omitted. */
  systems?: readonly Buyer['format'][]
}

export const SYSTEMS: Record<Buyer['format'], string> = {
  json: 'Own system, JSON',
  form: 'Own system, web form',
  email: 'Email',
  leadspedia: 'LeadsPedia',
  leadprosper: 'LeadProsper',
  leadconduit: 'LeadConduit',
  boberdoo: 'boberdoo',
}

const POSTED = ['json', 'form', 'leadspedia', 'leadprosper', 'leadconduit', 'boberdoo'] as const
const WITH_CAMPAIGN = ['leadspedia', 'leadprosper', 'boberdoo'] as const

/** Words of each member of a buyer. */
export const MEMBERS: Record<keyof Buyer, MemberWords> = {
  format: { section: 'connection', label: 'System', about: '' },
  url: {
    section: 'connection',
    label: 'Post address',
    about: 'Leads are posted here. It starts with https://.',
  },
  campaign_id: {
    section: 'connection',
    systems: WITH_CAMPAIGN,
    label: 'Campaign ID',
    about: 'Ask the buyer for it.',
  },
  campaign_key: {
    section: 'connection',
    systems: ['leadspedia', 'boberdoo'],
    label: 'Campaign key',
    about: '',
  },
  suppliers: {
    section: 'connection',
    systems: ['leadprosper', 'boberdoo', 'leadspedia'],
    label: 'Suppliers',
    about: 'The buyer’s ID and key for each affiliate’s traffic. The one named “default” is for all others.',
    add: 'Add a supplier',
  },
  leadprosper: {
    section: 'connection',
    systems: ['leadprosper'],
    label: 'LeadProsper options',
    about: 'Ask LeadProsper if you’re not sure.',
    add: 'Set options',
  },
  headers: {
    section: 'connection',
    systems: POSTED,
    label: 'Headers',
    about: 'Sent with every lead, such as authorization.',
    add: 'Add a header',
  },
  fields: {
    section: 'connection',
    label: 'Field names',
    about: 'The buyer’s name for each field, and ours. Without any, all fields are sent under our names.',
    add: 'Rename a field',
  },
  list_separator: {
    section: 'connection',
    label: 'Text between checked options',
    about:
      'Used if visitors can choose several options, such as |. Empty means a comma, or a JSON array for JSON and LeadConduit.',
  },
  timeout_s: { section: 'connection', systems: POSTED, label: 'Seconds to wait for a response', about: '' },
  parallel: { section: 'connection', label: 'Leads sent at once', about: 'Usually 8, or 64 in auctions.' },
  redirect_hosts: {
    section: 'connection',
    systems: POSTED,
    label: 'Sites it may send visitors to',
    about:
      'After it takes their lead. Only for buyers that always get the same person again. Otherwise, visitors could tell that someone else gave the same phone number or email address.',
  },
  local: {
    section: 'connection',
    label: 'Runs on this machine',
    about: 'For testing. The address can then start with http://.',
  },
  honors_key: {
    section: 'connection',
    label: 'Recognizes a lead that it already has',
    about:
      'Only if the buyer has confirmed that it responds to a second post of the same lead as it did to the first. Otherwise, a lead whose response was lost isn’t posted again and waits under To settle.',
  },
  price: {
    section: 'price',
    label: 'Price per lead',
    about: 'For a lead that it accepts without naming a price.',
  },
  max_price: {
    section: 'price',
    label: 'Book at most',
    about: 'If it names a higher price, this is booked.',
  },
  return_key: {
    section: 'price',
    label: 'Secret for returns',
    about: 'The buyer uses it to report returns. At least 10 characters.',
  },
  caps: { section: 'caps', label: 'Caps', about: '' },
  time_zone: { section: 'hours', label: 'Time zone', about: 'For its hours and its caps.' },
  hours: { section: 'hours', label: 'Hours', about: '' },
  wait_hours: { section: 'hours', label: 'Waiting', about: '' },
  paused: { section: 'hours', label: 'Paused', about: '' },
  states: { section: 'filters', label: 'States', about: '' },
  filters: { section: 'filters', label: 'Rules', about: '' },
  duplicate_window_days: {
    section: 'filters',
    label: 'Days before the same person is sent again',
    about: 'By phone number or email address. 0 sends them every time.',
  },
  ping: {
    section: 'auction',
    systems: POSTED,
    label: 'Ping',
    about: 'Asks if the buyer wants a lead before it’s sent, without anything that identifies the visitor.',
    add: 'Ask before sending',
  },
  auction: {
    section: 'auction',
    systems: POSTED,
    label: 'Bids',
    about: 'The buyer bids against others. The highest bid gets the lead. It needs a ping.',
    add: 'Take part in auctions',
  },
  shares: {
    section: 'auction',
    label: 'Most buyers per lead',
    about: '1 sells it the lead exclusively. Empty means all buyers that the visitor agreed to.',
  },
  priority: {
    section: 'auction',
    label: 'Order',
    about: 'Lower numbers are asked first if not all buyers can get a lead.',
  },
  copies: { section: 'copies', label: 'Copies by email', about: '' },
  revocations: {
    section: 'connection',
    label: 'Opt-out notices',
    about:
      'How it learns that a person doesn’t want to be contacted anymore. Otherwise, it gets an email if it gets leads or files by email, or you notify it yourself.',
    add: 'Notify it automatically',
  },
  test_url: {
    section: 'test',
    label: 'Test address',
    about: 'For test leads. Empty means the post address.',
  },
  test: {
    section: 'test',
    label: 'Send every lead as a test',
    about: 'The buyer pays nothing, and no sale is counted.',
  },
}

/** Words of what is within those members. A * stands for a key or a number. */
const WITHIN: Record<string, Words> = {
  'wait_hours/full': { label: EDITOR.fullWait, about: '' },
  'wait_hours/closed': { label: EDITOR.closedLabel, about: '' },
  'wait_hours/paused': { label: EDITOR.pausedLabel, about: '' },
  'suppliers/*/id': { label: 'Supplier ID', about: '' },
  'suppliers/*/key': { label: 'Supplier key', about: '' },
  'leadprosper/body': { label: 'Leads are sent as', about: '' },
  'leadprosper/duplicate_codes': {
    label: 'Codes for a duplicate',
    about: 'Response codes that mean the buyer already had the lead.',
  },
  'leadprosper/bid_parameter': {
    label: 'Parameter that names the bid',
    about: 'Only for exchanges that respond with several bids.',
  },
  'ping/url': { label: 'Ping address', about: 'On the same host as the post address.' },
  'ping/bid': {
    label: 'Where the bid is in the response',
    about:
      'Names with dots between them, such as offer.price. Empty if the response has “price” and “result”.',
  },
  'ping/bid_id': {
    label: 'Where the bid’s ID is in the response',
    about: 'Such as offer.id. It’s sent along with the lead.',
  },
  'ping/bid_id_name': { label: 'Name under which the bid’s ID is sent', about: '' },
  'ping/fields': { label: 'Fields in the ping', about: 'Such as state and zip.' },
  'auction/min_bid': { label: 'Lowest bid', about: 'In dollars. Lower bids don’t count.' },
  'auction/max_bid': {
    label: 'Highest bid',
    about: 'In dollars. Higher bids are treated as a mistake and don’t count.',
  },
  'revocations/call': { label: 'System', about: '' },
  'revocations/url': {
    label: 'Address for notices',
    about: 'Empty for Convoso or SuppressionList, or if it’s notified by email.',
  },
  'revocations/key': { label: 'Secret', about: 'An API key of the buyer.' },
  'revocations/list': { label: 'List', about: 'The list at SuppressionList, or Convoso’s campaign ID.' },
  'revocations/to': { label: 'Email addresses', about: 'Notified if there’s no address for notices.' },
  'filters/*/operator': { label: 'How many must be met', about: '' },
  'filters/*/conditions': { label: 'Conditions', about: '', add: 'Add a condition' },
}

/** Words for a place of `buyers/<buyer>/…`; null for one without its own. */
export function wordsAt(at: Path): Words | null {
  const [, , member = '', ...within] = at.map(String)
  if (within.length === 0) return MEMBERS[member as keyof Buyer] ?? null
  const isMap = ['suppliers', 'headers', 'fields'].includes(member)
  const parts = within.map((part, index) => (/^\d+$/.test(part) || (isMap && index === 0) ? '*' : part))
  return WITHIN[[member, ...parts].join('/')] ?? null
}
