import type { BuyerTrouble, Today, TodayChange } from '../../../schemas/desk/today.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'

/** Texts of the desk's first page. */
export const TODAY = {
  title: 'Today',
  failed: 'Couldn’t load today’s figures',
  refresh: 'Refresh',
  allSites: 'All sites',
  site: 'Site',
  asOf: (when: string) => `As of ${when}.`,

  revenue: 'Net revenue so far',
  sold: (count: number) => `Today: ${show(count, 'count')} sold`,
  returned: (cents: number) => `${show(cents, 'cents')} returned`,
  more: (percent: string, cents: number, day: string) =>
    `${percent}: ${show(cents, 'cents')} more than last ${day} by this time.`,
  less: (percent: string, cents: number, day: string) =>
    `${percent}: ${show(cents, 'cents')} less than last ${day} by this time.`,
  same: (day: string) => `The same as last ${day} by this time.`,
  noneBefore: (day: string) => `Nothing was sold last ${day} by this time.`,
  whole: (cents: number, day: string) => `All of last ${day}: ${show(cents, 'cents')}.`,
  coming: (waiting: number) =>
    waiting === 0
      ? 'Buyers may still report returns, so these figures can change.'
      : `${leads(waiting)} still on ${waiting === 1 ? 'its' : 'their'} way, and buyers may report returns, so these figures will change.`,
  net: 'Net',
  beforeByNow: (day: string) => `Last ${day} by now`,
  beforeDay: (day: string) => `All of last ${day}`,
  soldTitle: 'Sold',
  sites: 'Sites',
  noSale: 'Nothing was sold today, or on the same day last week.',

  inDoubt: 'To settle',
  optOuts: 'Opt-outs due soon',
  noOptOut: 'No buyer is close to its deadline.',
  optOutsOf: (near: number, late: number) =>
    late === 0
      ? `${near} due within two business days`
      : near === late
        ? `${late} overdue`
        : `${late} overdue, ${near - late} due soon`,
  optOutsShow: 'Show opt-outs',
  noDoubt: 'Nothing to settle.',
  entries: (count: number) => `in ${show(count, 'count')} ${count === 1 ? 'entry' : 'entries'}.`,
  settle: 'Review',
  leads: (count: number) => `${leads(count)} today`,
  troubles: 'Buyers that need attention',
  deliveries: 'See its deliveries',
  noTrouble: 'Every buyer takes leads.',
  changes: 'Changed since yesterday',
  noChange: 'Nothing was published, no buyer was changed, and no cap was reached.',
} as const

function leads(count: number): string {
  return `${show(count, 'count')} ${count === 1 ? 'lead' : 'leads'}`
}

/** Each outcome of today's leads: its word, its looks, and the filter of its list. */
export const OUTCOME_ROWS: readonly {
  of: keyof Today['leads']
  word: string
  looks: string
  filter: string | null
}[] = [
  { of: 'sold', word: 'Sold', looks: 'accepted', filter: 'accepted' },
  { of: 'probably_sold', word: 'Probably sold', looks: 'probably_sold', filter: 'probably_sold' },
  { of: 'waiting', word: 'Waiting', looks: 'due', filter: 'due' },
  { of: 'returned', word: 'Returned', looks: 'returned', filter: 'returned' },
  { of: 'failed', word: 'Failed', looks: 'dead', filter: 'dead' },
  { of: 'unsold', word: 'Unsold', looks: 'rejected', filter: null },
  { of: 'unsent', word: 'No delivery', looks: 'unsent', filter: 'unsent' },
]

/** Words for each kind of trouble, and its looks; only what someone must act on is red. */
export const TROUBLES: Readonly<Record<BuyerTrouble['trouble'], { word: string; looks: string }>> = {
  failing: { word: 'Failing', looks: 'dead' },
  unused: { word: 'Not in use', looks: 'dead' },
  paused: { word: 'Paused', looks: 'held' },
  full: { word: 'Cap reached', looks: 'held' },
  closed: { word: 'Closed', looks: 'held' },
}

/** Description of a trouble. */
export function troubleText({ trouble, leads: count, until, reason }: BuyerTrouble): string {
  const wait = count === 0 ? [] : [`${leads(count)} ${count === 1 ? 'waits' : 'wait'}.`]
  const opens = until === null ? [] : [`Takes leads again ${momentText(until)}.`]
  switch (trouble) {
    case 'failing':
      return [`${leads(count)} failed or ${count === 1 ? 'is' : 'are'} tried again.`, reason].join(' ').trim()
    case 'unused':
      return reason
    case 'paused':
      return wait.join(' ')
    case 'full':
      return [...wait, ...opens, reason].join(' ').trim()
    case 'closed':
      return [...wait, ...opens].join(' ')
  }
}

/** Next step for each kind of trouble. */
export const TROUBLE_STEPS: Readonly<Record<BuyerTrouble['trouble'], string>> = {
  failing: 'Check the connection',
  unused: 'Fix the settings',
  paused: 'Resume',
  full: 'Raise the cap',
  closed: 'See the hours',
}

/** A change in words. */
export function changeText({ kind, about, version, weight, cap }: TodayChange): string {
  switch (kind) {
    case 'published':
      return weight === 100
        ? `/${about}: version ${version} is live.`
        : `/${about}: version ${version} is live for ${weight}% of visitors.`
    case 'buyer_saved':
      return `Buyer ${about} was saved.`
    case 'buyer_removed':
      return `Buyer ${about} was removed.`
    case 'cap_reached':
      return `Buyer ${about} reached its cap of ${cap ?? ''}.`
  }
}
