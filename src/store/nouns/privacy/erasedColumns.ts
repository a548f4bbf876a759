import { moveSql } from '../../kernel/deliveryLife.ts'
import { command, type Dialect, type Statement } from '../../kernel/statement.ts'

/** Treatment of every column when a visitor is forgotten. The statements that forget are made from these two tables, and a test compares
 *  them with the real database. A new column or table must be named here, as personal or as kept. */

/** A table whose rows belong to one session. */
interface SessionTable {
  /** Condition for the rows of forgotten sessions, in which :sessions is the list of their numbers. */
  rows: string
  /** Data about the visitor, and the SQL expression that replaces it. */
  personal: Record<string, string | ((dialect: Dialect) => string)>
  /** Columns that aren't secret but must change too, and their new value in SQL. */
  changes?: Record<string, string>
  /** Columns that stay, and why they may. */
  kept: Record<string, string>
}

/** A table whose rows of a session are deleted entirely. */
interface DeletedTable {
  rows: string
  deleted: string
  /** Set if the rows of other tables determine which rows belong to the session; they are deleted before those are changed. */
  isFirst?: true
}

const OUR_NUMBER = 'a number of ours'
const CONFIGURED = 'a word of the flow, which the author wrote'
const COUNTED = 'the reports count by it'

/** Columns of the lease of an entry that goes out. */
const LEASE = {
  leased_until: 'until when another process leaves it alone',
  leased_by: 'the process of ours that has it under way',
  leased_attempt: 'a count',
}

export const SESSION_TABLES: Record<string, SessionTable | DeletedTable> = {
  sessions: {
    rows: 'session IN :sessions',
    personal: {
      token_hash: "''",
      origin: ({ jsonWith }) => jsonWith('origin', 'query', '{}'),
      page_url: "''",
      referrer: "''",
      ip: "''",
      user_agent: 'NULL',
      jornaya_lead_id: 'NULL',
      trustedform_cert_url: 'NULL',
      ef_transaction_id: 'NULL',
      doubted: 'NULL',
    },
    changes: { forgotten: '1', moved_at: 'NULL', moved_from: 'NULL', moved_after: 'NULL' },
    kept: {
      session: OUR_NUMBER,
      uuid: 'random, made here: partners report returns of a sale by it',
      version: COUNTED,
      channel: COUNTED,
      language: COUNTED,
      at: COUNTED,
    },
  },
  steps: {
    rows: 'session IN :sessions',
    personal: { answers: "'[]'", page_url: 'NULL' },
    kept: {
      entry: OUR_NUMBER,
      session: OUR_NUMBER,
      id: 'random, made by the page',
      offer_key: CONFIGURED,
      step_key: CONFIGURED,
      time_on_step: COUNTED,
      execute_actions: CONFIGURED,
      language: COUNTED,
      at: COUNTED,
    },
  },
  consents: {
    rows: 'session IN :sessions',
    personal: {
      browser_at: 'NULL',
      ip: "''",
      user_agent: 'NULL',
      certificates: "'{}'",
      html: 'NULL',
      // For a control that the flow doesn't know, its label comes from the browser alone.
      control: ({ jsonText, jsonWith }) =>
        `CASE ${jsonText('control', 'state')} WHEN 'not_told' THEN ${jsonWith('control', 'text', '""')} ELSE control END`,
    },
    kept: {
      entry: OUR_NUMBER,
      session: OUR_NUMBER,
      submission: 'random, made by the page',
      field: CONFIGURED,
      text: CONFIGURED,
      flow_sha256: CONFIGURED,
      sellers: CONFIGURED,
      seller: CONFIGURED,
      decision: 'one of three words: whether it was agreed to',
      opt_out: 'one of two words: the report on consents counts by it',
    },
  },
  events: {
    rows: 'session IN :sessions',
    personal: {},
    kept: {
      entry: OUR_NUMBER,
      session: OUR_NUMBER,
      kind: COUNTED,
      offer: COUNTED,
      version: COUNTED,
      channel: COUNTED,
      at: COUNTED,
      arrival: OUR_NUMBER,
    },
  },
  arrivals: {
    rows: 'session IN :sessions',
    personal: { query: "'{}'", page_url: "''", referrer: "''" },
    kept: { session: OUR_NUMBER, arrival: OUR_NUMBER, channel: COUNTED, at: COUNTED },
  },
  sales: {
    rows: 'session IN :sessions',
    personal: {},
    kept: {
      entry: OUR_NUMBER,
      session: OUR_NUMBER,
      offer: COUNTED,
      source: COUNTED,
      external_id: 'the buyer’s own number of the sale: a return names it',
      sold: COUNTED,
      cents: COUNTED,
      version: COUNTED,
      path: COUNTED,
      aff_id: COUNTED,
      sub1: COUNTED,
      at: COUNTED,
    },
  },
  sale_changes: {
    rows: 'session IN :sessions',
    personal: {},
    kept: {
      entry: OUR_NUMBER,
      session: OUR_NUMBER,
      offer: COUNTED,
      source: COUNTED,
      external_id: 'the buyer’s own number of the sale: a return names it',
      kind: 'one of some words of ours',
      ref: 'what makes it one entry of its sale: the buyer’s own number of the return, or its amount',
      reverses: OUR_NUMBER,
      sold: COUNTED,
      cents: COUNTED,
      version: COUNTED,
      path: COUNTED,
      aff_id: COUNTED,
      sub1: COUNTED,
      sold_at: COUNTED,
      at: COUNTED,
    },
  },
  return_notes: {
    rows: 'session IN :sessions',
    personal: { words: "''" },
    kept: {
      entry: OUR_NUMBER,
      session: OUR_NUMBER,
      reason: 'one of some words of ours',
      booked_by: 'operators are no visitors',
    },
  },
  link_outs: {
    rows: 'session IN :sessions',
    personal: {},
    kept: {
      uuid: 'random, made by the page',
      session: OUR_NUMBER,
      offer: CONFIGURED,
      step: CONFIGURED,
      at: COUNTED,
    },
  },
  outbox: {
    rows: 'session IN :sessions',
    // A buyer may include the lead's data in it.
    personal: { redirect_url: 'NULL' },
    // Nothing is left to send, even if someone replays it.
    changes: { lead: 'NULL', ...moveSql('forgotten').assignments },
    kept: {
      delivery: OUR_NUMBER,
      key: 'a hash of random words: the buyer knows the lead by it',
      session: OUR_NUMBER,
      offer: CONFIGURED,
      buyer: CONFIGURED,
      arrival: OUR_NUMBER,
      attempts: 'a count',
      under_way: 'whether the buyer’s answer is awaited',
      ...LEASE,
      duplicate_of: OUR_NUMBER,
      insisted: 'what an operator decided',
      external_id: 'the buyer’s own number of the sale',
      placed_at: 'since when it counts toward what the buyer takes',
      placed_cents: COUNTED,
      shares: CONFIGURED,
      unsure: 'whether the buyer’s answer is not known',
      held: 'a word of ours',
      held_since: 'since when it was kept from the buyer',
      held_message: 'a sentence of ours',
      at: 'when the lead fell due',
    },
  },
  attempts: {
    rows: 'delivery IN (SELECT delivery FROM outbox WHERE session IN :sessions)',
    // A buyer's message may repeat the lead's data.
    personal: { message: "''" },
    kept: {
      delivery: OUR_NUMBER,
      attempt: 'a count',
      at: 'when the buyer was asked',
      auction: 'a word of ours',
      answer_ms: COUNTED,
      bid_cents: COUNTED,
    },
  },
  unbooked: {
    // A waiting return may name the lead only by our key.
    rows: 'session IN :sessions OR delivery IN (SELECT delivery FROM outbox WHERE session IN :sessions)',
    personal: { note_words: "CASE WHEN note_words IS NULL THEN NULL ELSE '' END" },
    kept: {
      entry: OUR_NUMBER,
      state: 'whether it waits or contradicts, or how it was settled',
      source: CONFIGURED,
      external_id: 'the buyer’s own number of the sale',
      return_id: 'the buyer’s own number of the return',
      arrival: OUR_NUMBER,
      delivery: OUR_NUMBER,
      returned: 'whether it is a return',
      session: OUR_NUMBER,
      offer: CONFIGURED,
      cents: COUNTED,
      reason: 'a sentence of ours',
      at: 'when it was reported',
      note_reason: 'one of some words of ours',
      note_by: 'operators are no visitors',
      ours_cents: COUNTED,
      stake_cents: COUNTED,
      asked_at: 'when an operator asked the buyer',
      asked_by: 'operators are no visitors',
      was: 'a word of ours',
      settled_as: 'a word of ours',
      booked_as: 'the buyer’s own number of the sale, and numbers of ours',
      settled_at: 'when an operator settled it',
      settled_by: 'operators are no visitors',
    },
  },
  // Deleting one also removes it from the session's rows, so that nothing of another visitor is found there later.
  visitor_texts: {
    isFirst: true,
    rows: `text IN (
        SELECT user_agent FROM sessions WHERE session IN :sessions
        UNION SELECT user_agent FROM consents WHERE session IN :sessions
        UNION SELECT html FROM consents WHERE session IN :sessions)
      AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_agent = visitor_texts.text AND session NOT IN :sessions)
      AND NOT EXISTS (SELECT 1 FROM consents WHERE user_agent = visitor_texts.text AND session NOT IN :sessions)
      AND NOT EXISTS (SELECT 1 FROM consents WHERE html = visitor_texts.text AND session NOT IN :sessions)`,
    deleted: 'what this visitor’s browser alone has sent; what others’ sent too is theirs',
  },
  pixel_events: {
    rows: 'session IN :sessions',
    // A vendor's message may repeat the event's data.
    personal: { message: 'NULL' },
    changes: { state: "CASE state WHEN 'sent' THEN state ELSE 'suppressed' END", due_at: 'NULL' },
    kept: {
      entry: OUR_NUMBER,
      session: OUR_NUMBER,
      vendor: CONFIGURED,
      account: CONFIGURED,
      name: CONFIGURED,
      kind: 'one of four words: what happened',
      offer: CONFIGURED,
      step: CONFIGURED,
      sale: OUR_NUMBER,
      arrival: OUR_NUMBER,
      attempts: 'a count',
      under_way: 'whether the vendor’s answer is awaited',
      ...LEASE,
      at: 'when it happened',
    },
  },
  pixel_ids: {
    rows: 'session IN :sessions',
    deleted: 'nothing but what a vendor’s script calls the browser',
  },
  webhook_messages: {
    rows: 'session IN :sessions',
    // A receiver's message may repeat the data it was sent.
    personal: { lead: 'NULL', message: 'NULL' },
    changes: {
      state: "CASE WHEN kind = 'lead' AND state <> 'sent' THEN 'suppressed' ELSE state END",
      due_at: "CASE kind WHEN 'lead' THEN NULL ELSE due_at END",
    },
    kept: {
      entry: OUR_NUMBER,
      webhook: OUR_NUMBER,
      session: OUR_NUMBER,
      kind: 'one of three words: what happened',
      offer: CONFIGURED,
      sale: OUR_NUMBER,
      arrival: OUR_NUMBER,
      attempts: 'a count',
      under_way: 'whether the receiver’s answer is awaited',
      ...LEASE,
      at: 'when it happened',
    },
  },
  payout_conversions: {
    rows: 'session IN :sessions',
    personal: {},
    kept: {
      conversion: OUR_NUMBER,
      session: OUR_NUMBER,
      event: 'one of three words: what the affiliate may be paid for',
      offer: CONFIGURED,
      source: COUNTED,
      external_id: 'the buyer’s own number of the sale: a return names it',
      version: COUNTED,
      channel: COUNTED,
      arrival: OUR_NUMBER,
      rule: OUR_NUMBER,
      capped: 'whether a cap was reached',
      fixed_cents: COUNTED,
      share_bp: COUNTED,
      claw_back: 'a term of the rule',
      amount_cents: COUNTED,
      left_cents: COUNTED,
      sold: COUNTED,
      booked: COUNTED,
      granted_cents: COUNTED,
      balance_cents: COUNTED,
      payable_at: 'a day',
      at: COUNTED,
    },
  },
  payouts: {
    rows: 'session IN :sessions',
    personal: {},
    kept: {
      entry: OUR_NUMBER,
      conversion: OUR_NUMBER,
      cause: OUR_NUMBER,
      session: OUR_NUMBER,
      rule: OUR_NUMBER,
      aff_id: COUNTED,
      channel: COUNTED,
      path: COUNTED,
      version: COUNTED,
      event: 'one of three words: what the affiliate is paid for',
      offer: CONFIGURED,
      source: COUNTED,
      cents: COUNTED,
      payable_at: 'a day',
      at: COUNTED,
    },
  },
  postback_messages: {
    rows: 'session IN :sessions',
    // Its address is made of the click's parameters when it is sent, and those are erased.
    personal: { message: 'NULL' },
    changes: { state: "CASE state WHEN 'sent' THEN state ELSE 'suppressed' END", due_at: 'NULL' },
    kept: {
      entry: OUR_NUMBER,
      postback: OUR_NUMBER,
      conversion: OUR_NUMBER,
      session: OUR_NUMBER,
      cause: OUR_NUMBER,
      kind: 'one of five words: what happened',
      cents: COUNTED,
      before_cents: COUNTED,
      attempts: 'a count',
      under_way: 'whether the tracker’s answer is awaited',
      ...LEASE,
      at: 'when it happened',
    },
  },
  revocation_notices: {
    rows: 'session IN :sessions',
    // A buyer's message may repeat the person's data.
    personal: { message: 'NULL' },
    kept: {
      notice: OUR_NUMBER,
      revocation: OUR_NUMBER,
      delivery: OUR_NUMBER,
      session: OUR_NUMBER,
      buyer: CONFIGURED,
      state: 'a word of ours',
      attempts: 'a count',
      under_way: 'whether the buyer’s answer is awaited',
      due_at: 'the buyer must still be notified',
      ...LEASE,
      at: 'when the request was recorded',
      deadline: 'until when the buyer must confirm it',
      acknowledged_at: 'when the buyer confirmed it',
      acknowledged_by: 'operators are no visitors',
      escalated: 'a count',
    },
  },
  people: {
    rows: 'delivery IN (SELECT delivery FROM outbox WHERE session IN :sessions)',
    deleted: 'nothing but whose lead it is',
  },
  handovers: {
    rows: 'session IN :sessions',
    deleted: 'nothing but which browsers a link handed the visit to',
  },
  go_on_links: { rows: 'session IN :sessions', deleted: 'nothing but what a link opens the visit by' },
  mails: { rows: 'session IN :sessions', deleted: 'nothing but what was to be mailed to the visitor' },
  leads: { rows: 'session IN :sessions', deleted: 'nothing but what the visitor gave' },
  quarantine: {
    rows: 'session_uuid IN (SELECT uuid FROM sessions WHERE session IN :sessions)',
    deleted: 'nothing but what the visitor sent',
  },
}

/** Tables without rows of a session, and why they hold no visitor's data to forget. */
export const OTHER_TABLES: Record<string, string> = {
  versions: 'flows, written by their authors',
  splits: 'which flows are live',
  version_sources: 'flows, as their authors wrote them',
  drafts: 'flows that are being written, and which operator saved them',
  draft_comments: 'what operators say about flows',
  draft_editors: 'which operators have a draft open',
  buyers: 'whom leads are sold to, and which operator saved that',
  publish_requests: 'flows that wait to be published, and which operators asked and decided',
  texts: 'consents and names of buyers, written by the flows’ authors',
  channels:
    'the affiliates’ own words for where their visitors come from; many visitors share a row, and none names a person: contacts are hashed on arrival',
  totals_offers: 'sums',
  totals_affiliates: 'sums',
  totals_channels: 'sums',
  totals_sales: 'sums',
  totals_versions: 'sums',
  totals_hours: 'sums',
  uncounted_sessions: 'numbers of ours',
  totals_steps:
    'sums, and how long answers took, without whose they are; an hour goes when one of its visitors is forgotten, and is counted again',
  totals_steps_read: 'numbers of ours',
  opt_outs: 'keyed hashes: without them a forgotten person could be sold again',
  revocations:
    'buyers must be notified of it, and it proves that it was honored; what the person said and their contacts go after five years, and the keyed hashes stay',
  privacy_requests: 'the law asks for a log of 24 months (11 CCR 7101); a row goes when that is over',
  erasures: 'the random uuids of who was forgotten, for the servers that still hold them in memory',
  operators: 'operators are no visitors',
  publish_keys: 'which operator made a key',
  report_keys: 'which operator made a key',
  second_factors: 'operators are no visitors',
  recovery_codes: 'operators are no visitors',
  passkeys: 'operators are no visitors',
  identities: 'operators are no visitors',
  used_challenges: 'hashes of random bytes; a row goes minutes later',
  invitations: 'operators are no visitors',
  webhooks: 'systems of the operator’s own, and who named them',
  lead_copies:
    'periods whose leads buyers get by email, and the addresses of buyers; the leads are looked up when it is sent',
  payout_rules: 'what affiliates are paid, and which operator decided that',
  payout_meters: 'sums',
  payout_statements: 'sums, and which operators approved and paid them',
  payout_statement_entries: 'numbers of ours',
  postbacks: 'addresses of affiliates’ trackers, and who named them',
  totals_payouts: 'sums',
  cost_imports: 'files of what ads cost, and which operator imported them',
  costs: 'sums by day and by the words of ads, which many visitors share',
  cost_rates: 'rates of currencies',
  file_columns: 'how buyers name the columns of their files',
  chart_notes: 'what operators wrote about their charts',
  experiments: 'how versions are compared, and which operator started and ended each',
  laws_off: 'legal rules that an admin turned off, and why',
  script_hosts: 'hosts that flows may load scripts from, and which operator added each',
  login_sessions: 'operators are no visitors',
  login_failures: 'operators are no visitors; a row goes a quarter of an hour after it began',
  audit: 'what operators did',
  mailed:
    'keyed hashes: without them who is forgotten could be flooded with email again; a row goes after a day',
  secrets: 'keys of ours',
  built_files: 'what every visitor downloads',
  imported_files: 'what an operator imported, as a catalog of vehicles, and the files of sites',
  buyer_places: 'sums',
  buyer_tries: 'when a buyer was last posted a lead',
  buckets: 'a digest of a network, for minutes',
  heartbeat: 'a count',
  processes: 'processes of ours that live',
  backups: 'when backups were made',
  retention: 'an instant',
}

/** SQL that forgets the sessions whose numbers are in the JSON list $1, by table, in an order in which each condition still finds the
 *  rows it looks up. */
export function erasure(tables = SESSION_TABLES): Record<string, Statement<never>> {
  const updates = Object.entries(tables).map(([name, table]) => {
    if ('deleted' in table)
      return {
        turn: table.isFirst ? FIRST : LAST,
        table: name,
        text: (dialect: Dialect) => `DELETE FROM ${name} WHERE ${rowsOf(table, dialect)}`,
      }
    const columns = Object.entries({ ...table.personal, ...table.changes })
    const text = (dialect: Dialect) => {
      const set = columns.map(
        ([column, value]) => `${column} = ${typeof value === 'string' ? value : value(dialect)}`,
      )
      return `UPDATE ${name} SET ${set.join(', ')} WHERE ${rowsOf(table, dialect)}`
    }
    return columns.length === 0 ? null : { turn: BETWEEN, table: name, text }
  })
  const inOrder = updates.filter((turn) => turn !== null).toSorted((a, b) => a.turn - b.turn)
  return Object.fromEntries(inOrder.map(({ table, text }) => [table, command(text)]))
}

/** Condition of a table's rows, for the JSON list $1. */
export function rowsOf({ rows }: Pick<SessionTable, 'rows'>, { numbersIn }: Dialect): string {
  return rows.replaceAll(':sessions', numbersIn('$1'))
}

const [FIRST, BETWEEN, LAST] = [0, 1, 2]
