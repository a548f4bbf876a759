import { DateTime } from 'luxon'
import type { ReportName, ReturnsOn } from '../../schemas/reports/reports.ts'
import type { History, PastSale, PastSession } from './history.ts'

interface Range {
  path: string | null
  from: number
  to: number
  returns?: ReturnsOn
}
/** One event that counts, with the words of its session. */
interface Fact extends Required<Pick<PastSession, 'language'>>, Omit<PastSession, 'language'> {
  session: number
  offer: string
  at: number
  page_visits: number
  visits: number
  impressions: number
  registrations: number
  /** Set for a ledger entry. */
  entry: 'sale' | 'return' | 'adjustment' | ''
  /** Time of the sale that an entry is about. */
  sold_at: number
  sold: number
  cents: number
  /** Partner or buyer of a ledger entry. */
  source: string
}

/** Rows of a report, worked out from the history in the plainest way: no days, no totals, no SQL. */
export function expectedRows(history: History, name: ReportName, range: Range): object[] {
  const isIn = (at: number) => at >= range.from && at <= range.to
  const facts = history.sessions
    .flatMap(factsOf)
    .filter((fact) => isIn(range.returns === 'sold' && fact.entry !== '' ? fact.sold_at : fact.at))
    .filter((fact) => range.path === null || fact.path === range.path)
  const isOwn = (fact: Fact) => fact.entry === '' || isIn(fact.sold_at)
  if (isOfProfit(name)) return profit(name, facts, history, range)
  return REPORTS[name](name === 'sale-stats' ? facts.filter(isOwn) : facts, history)
}

type OfFacts = (facts: Fact[], history: History) => object[]

const REPORTS: Record<Exclude<ReportName, `profit-${string}`>, OfFacts> = {
  'analytics-epr': (facts, history) =>
    groups(
      facts.filter((f) => f.visits || f.entry),
      ['version', 'path'],
    ).map((group) => ({
      ...versionCell(history, group[0]!.version),
      url: group[0]!.path,
      visits: sum(group, 'visits'),
      revenue: sum(group, 'cents'),
      EPR: divided(sum(group, 'cents') / 100, sum(group, 'visits')),
    })),
  'analytics-ecpm': (facts, history) =>
    groups(
      facts.filter((f) => f.impressions || f.entry),
      ['version', 'offer', 'path'],
    ).map((group) => ({
      ...versionCell(history, group[0]!.version),
      offer: group[0]!.offer,
      url: group[0]!.path,
      path_name: group[0]!.path,
      impressions: sum(group, 'impressions'),
      revenue: sum(group, 'cents'),
      ECPM: divided(sum(group, 'cents') * 10, sum(group, 'impressions')),
    })),
  'analytics-languages': (facts) =>
    groups(
      facts.filter((f) => f.visits || f.registrations || f.entry),
      ['path', 'language'],
    ).map((group) => ({
      url: group[0]!.path,
      language: group[0]!.language,
      language_name: { en: 'English', es: 'Spanish' }[group[0]!.language],
      visits: sum(group, 'visits'),
      filled_basic_data: sum(group, 'registrations'),
      total: sum(group, 'sold'),
      revenue: sum(group, 'cents'),
      EPR: divided(sum(group, 'cents') / 100, sum(group, 'visits')),
    })),
  'visits-by-affiliate': (facts) => visits(facts, ['aff_id']),
  'visits-by-affiliate-and-subs': (facts) => visits(facts, ['aff_id', 'sub1', 'sub2', 'sub3']),
  'sale-stats'(facts) {
    const leads = groups(
      facts.filter((f) => f.entry),
      ['session'],
    )
    return [
      {
        max_sold: largest(leads.map((lead) => sum(lead, 'sold'))),
        avg_sold: divided(sum(leads.flat(), 'sold'), leads.length),
        max_revenue: largest(leads.map((lead) => sum(lead, 'cents'))),
        avg_revenue: divided(sum(leads.flat(), 'cents'), leads.length),
        rev_per_optin: divided(sum(leads.flat(), 'cents'), sum(facts, 'registrations')),
      },
    ]
  },
  'sale-by-affiliate': (facts) => sales(facts, ['aff_id']),
  'sale-by-offer': (facts) => sales(facts, []),
  'sale-by-aff-sub-offer': (facts) => sales(facts, ['aff_id', 'sub1']),
  'trend-days': (facts) => trend(facts, 'day'),
  'trend-hours': (facts) => trend(facts, 'hour'),
  // No flow of a history has a step, and none of its sessions has a certificate; see contract/insights.ts.
  'step-dropoff': () => [],
  'consent-coverage': (facts) =>
    groups(
      facts.filter((f) => f.registrations),
      ['path'],
    ).map((group) => ({
      url: group[0]!.path,
      filled_basic_data: group.length,
      trustedform_cert_url: 0,
      jornaya_lead_id: 0,
      both: 0,
    })),
}

const NOTHING = {
  offer: '',
  page_visits: 0,
  visits: 0,
  impressions: 0,
  registrations: 0,
  entry: '',
  sold_at: 0,
  sold: 0,
  cents: 0,
  source: '',
} as const

function factsOf(past: PastSession, session: number): Fact[] {
  const fact = (what: Partial<Fact>): Fact => ({ language: 'en', ...past, ...NOTHING, session, ...what })
  const marks = new Map<string, Fact>()
  const others = [past, ...(past.again ?? [])].flatMap(({ events, sales, ...click }, arrival) => {
    for (const event of events) {
      const counted = fact({ ...click, ...event, [`${event.kind}s`]: 1 })
      const mark = event.kind + counted.offer
      if (!marks.has(mark)) marks.set(mark, counted)
    }
    const ledger = sales.flatMap((sale, n) => {
      const isLead = sale.way === 'probable'
      const source = isLead ? `buyer-${session}-${arrival}-${n}` : 'partner'
      const of = { ...click, offer: sale.offer, sold_at: sale.at, source }
      return entriesOf(sale).map((entry) => fact({ ...of, ...entry }))
    })
    return [fact({ ...click, page_visits: 1 }), ...ledger]
  })
  return [...marks.values(), ...others]
}

/** Entries of a sale, in the order of booking: the sale, what became of it, at last its return, and the reversal of that. */
function entriesOf({
  cents,
  at,
  way,
  changes = [],
  returned_at,
  reversed_at,
}: PastSale): Pick<Fact, 'entry' | 'at' | 'sold' | 'cents'>[] {
  if (way === 'dismissed' || way === 'probableDismissed') return []
  const entries = [{ entry: 'sale' as Fact['entry'], at, sold: 1, cents }]
  for (const change of changes) {
    const last = entries.at(-1)!
    const left = entries.reduce((sum, one) => sum + one.cents, 0)
    const amount = entries.reduce((sum, one) => sum + (one.entry === 'return' ? 0 : one.cents), 0)
    // A report of the first amount is that of the sale once more.
    if (change.do === 'report' && amount + change.cents === cents) continue
    const one =
      change.do === 'part'
        ? { entry: 'return' as const, cents: 0 - change.cents }
        : change.do === 'undo'
          ? { entry: last.entry, cents: 0 - last.cents }
          : { entry: 'adjustment' as const, cents: change.cents }
    // What would leave nothing, or less, isn't done in a history.
    if (one.cents === 0 || left + one.cents <= 0 || (change.do === 'undo' && last.entry === 'sale')) continue
    entries.push({ ...one, at: change.at, sold: 0 })
  }
  const left = entries.reduce((sum, one) => sum + one.cents, 0)
  if (returned_at !== undefined) entries.push({ entry: 'return', at: returned_at, sold: -1, cents: 0 - left })
  if (reversed_at === undefined || (returned_at === undefined && changes.length > 0)) return entries
  const last = entries.at(-1)!
  entries.push({ entry: last.entry, at: reversed_at, sold: 0 - last.sold, cents: 0 - last.cents })
  return entries
}

/** Lines of the ledger, by path, source and offer. */
export function expectedLedger(history: History, { path, from, to }: Range): object[] {
  const facts = history.sessions
    .flatMap(factsOf)
    .filter((f) => f.entry && f.at >= from && f.at <= to && (path === null || f.path === path))
  return groups(facts, ['path', 'source', 'offer']).map((group) => {
    const returns = group.filter((f) => !isGross(f))
    const gross = group.filter(isGross)
    return {
      ...only(group[0]!, ['path', 'source', 'offer']),
      sales: sum(gross, 'sold'),
      gross_cents: sum(gross, 'cents'),
      returns: 0 - sum(returns, 'sold'),
      returned_cents: 0 - sum(returns, 'cents'),
      net_cents: sum(group, 'cents'),
    }
  })
}

function visits(facts: Fact[], words: (keyof Fact)[]): object[] {
  return groups(
    facts.filter((f) => f.page_visits || f.registrations),
    words,
  ).map((group) => ({
    ...only(group[0]!, words),
    page_visits: sum(group, 'page_visits'),
    filled_basic_data: sum(group, 'registrations'),
  }))
}

function sales(facts: Fact[], words: (keyof Fact)[]): object[] {
  return groups(
    facts.filter((f) => f.entry),
    ['offer', ...words],
  ).map((group) => ({
    offer_name: group[0]!.offer,
    ...only(group[0]!, words),
    total: sum(group, 'sold'),
    gross: sum(group.filter(isGross), 'cents'),
    returned:
      0 -
      sum(
        group.filter((f) => !isGross(f)),
        'cents',
      ),
    revenue: sum(group, 'cents'),
  }))
}

const isGross = ({ entry }: Fact) => entry !== 'return'

const isOfProfit = (name: ReportName): name is keyof typeof PROFITS => name in PROFITS

/** Words of each report of the profit, the visits that it divides by, and the facts that it counts. */
const PROFITS = {
  'profit-by-affiliate': { words: ['aff_id'], count: 'page_visits' },
  'profit-by-affiliate-and-sub': { words: ['aff_id', 'sub1'], count: 'page_visits' },
  'profit-by-version': { words: ['version'], count: 'visits' },
  'profit-by-offer': { words: ['offer'], count: 'impressions' },
  'profit-by-buyer': { words: ['source'], count: null },
} as const

/** Revenue of each group with what was spent on it, one sum after the other. */
function profit(name: keyof typeof PROFITS, facts: Fact[], history: History, range: Range): object[] {
  const { words, count } = PROFITS[name]
  const isOfAffiliate = name.startsWith('profit-by-affiliate')
  type Line = { words: (string | number | null)[]; fact?: Fact; payout?: number; micros?: number }
  const wordsOf = (fact: Fact, paid = false) =>
    words.map((word) => (paid && (word === 'offer' || word === 'source') ? '' : fact[word]))
  const lines: Line[] = []
  for (const fact of facts) {
    const counts = fact.entry || (count && fact[count]) || (isOfAffiliate && fact.registrations)
    if (counts) lines.push({ words: wordsOf(fact), fact })
    const paid = fact.registrations ? history.perRegistration?.[fact.aff_id] : undefined
    if (paid !== undefined) lines.push({ words: wordsOf(fact, true), payout: paid })
  }
  for (const cost of history.costs ?? []) {
    const day = DateTime.fromMillis(cost.at, { zone: 'America/New_York' }).startOf('day').toMillis()
    if (cost.path !== range.path || day < range.from || day > range.to) continue
    const named = words.map((word) => (word === 'aff_id' || word === 'sub1' ? cost[word] : null))
    lines.push({ words: named, micros: cost.micros })
  }
  const order = (a: string | number | null, b: string | number | null) =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1
  return [...Map.groupBy(lines, (line) => JSON.stringify(line.words)).values()]
    .sort(([a], [b]) => words.reduce((found, _, at) => found || order(a!.words[at]!, b!.words[at]!), 0))
    .map((group) => {
      const known = group.flatMap(({ fact }) => fact ?? [])
      const total = (of: 'payout' | 'micros') =>
        group.some((line) => line[of] !== undefined)
          ? group.reduce((all, line) => all + (line[of] ?? 0), 0)
          : null
      const payout = total('payout')
      const micros = total('micros')
      const cost = micros === null ? null : micros / 10_000
      const revenue = sum(known, 'cents')
      const returned =
        0 -
        sum(
          known.filter((f) => !isGross(f)),
          'cents',
        )
      const spent = (payout ?? 0) + (cost ?? 0)
      const isKnown = cost !== null || (isOfAffiliate && payout !== null)
      const share = (whole: number) => (!isKnown || whole === 0 ? null : ((revenue - spent) / whole) * 100)
      const named = Object.fromEntries(words.map((word, at) => [WIRE[word], group[0]!.words[at]]))
      const version = named['version_id']
      return {
        ...named,
        ...('version_id' in named && {
          activation_date: null,
          deactivation_date: null,
          ...(version !== null && versionCell(history, Number(version))),
        }),
        ...(count && { [count]: sum(known, count), EPC: divided(revenue, sum(known, count)) }),
        ...(isOfAffiliate && { filled_basic_data: sum(known, 'registrations') }),
        total: sum(known, 'sold'),
        gross: revenue + returned,
        returned,
        revenue,
        payout,
        cost,
        profit: isKnown ? revenue - spent : null,
        ROI: share(spent),
        margin: share(revenue),
        spent,
        balance: revenue - spent,
      }
    })
}
const WIRE = {
  aff_id: 'aff_id',
  sub1: 'sub1',
  version: 'version_id',
  offer: 'offer_name',
  source: 'buyer',
} as const

function trend(facts: Fact[], unit: 'day' | 'hour'): object[] {
  const counted = facts
    .filter((f) => f.page_visits || f.visits || f.registrations || f.entry)
    .map((f) => ({
      ...f,
      at: DateTime.fromMillis(f.at, { zone: 'America/New_York' }).startOf(unit).toMillis(),
    }))
  return groups(counted, ['at', 'path']).map((group) => ({
    at: group[0]!.at,
    path: group[0]!.path,
    page_visits: sum(group, 'page_visits'),
    visits: sum(group, 'visits'),
    registrations: sum(group, 'registrations'),
    sales: sum(group, 'sold'),
    revenue: sum(group, 'cents'),
  }))
}

/** Facts that share `words`, in the order of those words: numbers by size, texts by code unit. */
function groups(facts: Fact[], words: (keyof Fact)[]): Fact[][] {
  const byWords = Map.groupBy(facts, (fact) => JSON.stringify(words.map((word) => fact[word])))
  return [...byWords.values()].sort(([a], [b]) => {
    const differing = words.find((word) => a![word] !== b![word])
    return differing === undefined ? 0 : a![differing]! < b![differing]! ? -1 : 1
  })
}

function versionCell({ versions }: History, version: number): object {
  const { path, at } = versions[version - 1]!
  const next = versions.slice(version).find((later) => later.path === path)
  return { version_id: version, activation_date: at, deactivation_date: next?.at ?? null }
}

function only(fact: Fact, words: (keyof Fact)[]): object {
  return Object.fromEntries(words.map((word) => [word, fact[word]]))
}

function sum(
  facts: Fact[],
  column: 'page_visits' | 'visits' | 'impressions' | 'registrations' | 'sold' | 'cents',
) {
  return facts.reduce((total, fact) => total + fact[column], 0)
}

function largest(numbers: number[]): number | null {
  return numbers.length === 0 ? null : Math.max(...numbers)
}

function divided(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor
}
