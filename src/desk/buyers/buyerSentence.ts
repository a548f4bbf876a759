import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { record } from '../../author/complete/shapes.ts'
import { STATES } from '../../author/kernel/stateOptions.ts'
import { rulesText } from '../../author/kernel/ruleWords.ts'
import { EDITOR } from './buyerScreen.ts'
import { MEMBERS, SYSTEMS, wordsAt } from './buyerWords.ts'
import { cityOf, hoursText, hourText } from './weekHours.ts'

/** Descriptions of a buyer, and of a change to it before it is saved. */

export type BuyerDocument = Readonly<Record<string, unknown>>

const ZONE = 'America/New_York'

export const zoneOf = (document: BuyerDocument) => (document['time_zone'] as string | undefined) ?? ZONE

export function stateName(state: string): string {
  return STATES.find(({ backend_field_value }) => backend_field_value === state)?.text ?? state
}

export function dollarsText(amount: string): string {
  const cents = Number(amount)
  return Number.isFinite(cents)
    ? cents.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    : amount
}

const listed = (texts: readonly string[]) => new Intl.ListFormat('en-US').format(texts)

/** Description of the leads that a buyer takes, in one sentence. */
export function buyerSentence(document: BuyerDocument): string {
  const { states, price, caps, hours, filters, auction, shares, test, paused, wait_hours } =
    document as Partial<Buyer>
  const zone = EDITOR.zone(cityOf(zoneOf(document)))
  const parts = [
    EDITOR.takes(test === true, states ? placesText(states) : EDITOR.anywhere),
    priceText(price, auction),
    caps && listed(caps.map(capText)),
    hours ? hoursText(hours) : EDITOR.anyTime,
    (hours ?? caps) && zone,
    filters && EDITOR.onlyIf(ruleText(filters)),
    shares !== undefined && EDITOR.sharedWith(shares),
  ]
  const waits = hours && EDITOR.closedWait(wait_hours?.closed ?? 24)
  return [paused && EDITOR.pausedNow, `${parts.filter(Boolean).join(', ')}.`, waits].filter(Boolean).join(' ')
}

function placesText(states: readonly string[]): string {
  const others = STATES.filter(({ backend_field_value }) => !states.includes(backend_field_value))
  if (others.length > 0 && others.length <= MOST_NAMED)
    return EDITOR.allBut(listed(others.map(({ text }) => text)))
  return states.length > MOST_NAMED ? EDITOR.states(states.length) : listed(states.map(stateName))
}

const MOST_NAMED = 3

function priceText(price: Buyer['price'], auction: Buyer['auction']): string {
  if (auction) return EDITOR.atBid(dollarsText(auction.min_bid ?? '0.01'))
  return price === undefined || price === '' ? EDITOR.atItsPrice : EDITOR.atPrice(dollarsText(price))
}

function capText({ per, leads, dollars }: NonNullable<Buyer['caps']>[number]): string {
  const most = [
    leads !== undefined && EDITOR.capLeads(leads),
    dollars !== undefined && EDITOR.capDollars(dollarsText(dollars)),
  ]
  return EDITOR.upTo(most.filter(Boolean).join(' and '), per)
}

/** Rules as a sentence, with the fields' names as words. */
export function ruleText(rules: readonly Rule[]): string {
  return rulesText(rules.map(withWords))
}

function withWords(rule: Rule): Rule {
  const conditions = rule.conditions.map((part) =>
    'conditions' in part ? withWords(part) : { ...part, field: fieldWords(part.field) },
  )
  return { ...rule, conditions }
}

export function fieldWords(field: string): string {
  return field.replaceAll('_', ' ')
}

export interface BuyerChange {
  label: string
  /** '' for none. */
  before: string
  after: string
}

/** Differences between the saved buyer and what is about to be saved. Secrets are only called changed. */
export function buyerChanges(before: BuyerDocument, after: BuyerDocument): BuyerChange[] {
  const members = (Object.keys(MEMBERS) as (keyof Buyer)[]).filter(
    (member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  )
  return members.flatMap((member) => {
    const text = TEXTS[member]
    if (text)
      return {
        label: MEMBERS[member].label,
        before: textOr(text, before[member]),
        after: textOr(text, after[member]),
      }
    return leafChanges([member], before[member], after[member])
  })
}

const textOr = (text: (value: never) => string, value: unknown) =>
  value === undefined ? '' : text(value as never)

/** Members whose whole value reads best as one text. */
const TEXTS: { [Member in keyof Buyer]?: (value: NonNullable<Buyer[Member]>) => string } = {
  format: (format) => SYSTEMS[format],
  price: dollarsText,
  max_price: dollarsText,
  caps: (caps) => listed(caps.map(capText)),
  hours: hoursText,
  time_zone: cityOf,
  states: (states) => listed(states.map(stateName)),
  filters: ruleText,
  copies: ({ every, hour, to }) => EDITOR.copiesText(every, hourText(hour), listed(to)),
  campaign_key: () => EDITOR.secretSet,
  return_key: () => EDITOR.secretSet,
}

const SECRETS = new Set(['key', 'headers'])

function leafChanges(at: readonly string[], before: unknown, after: unknown): BuyerChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const [old, fresh] = [record(before), record(after)]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  if (keys.length > 0) return keys.flatMap((key) => leafChanges([...at, key], old[key], fresh[key]))
  const isSecret = SECRETS.has(at.at(-1)!) || SECRETS.has(at.at(-2)!)
  const show = (value: unknown) =>
    value === undefined || value === '' ? '' : isSecret ? EDITOR.secretSet : leafText(value)
  return [{ label: labelOf(at), before: show(before), after: show(after) }]
}

function leafText(value: unknown): string {
  if (typeof value === 'boolean') return value ? EDITOR.yes : EDITOR.no
  return [value].flat().map(String).join(', ')
}

function labelOf(at: readonly string[]): string {
  const own = wordsAt(['buyers', '', ...at])
  if (at.length === 1) return own?.label ?? at[0]!
  return [MEMBERS[at[0] as keyof Buyer].label, own ? own.label.toLowerCase() : at.at(-1)].join(': ')
}
