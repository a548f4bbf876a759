/** Adds what affiliates are paid, and the postbacks that report it to them: see ../../../nouns/payouts/README.md. */
export const SCHEMA_65 = `
-- A rule never changes: another one replaces it. offer: '' for all. terms: tiers and caps, as JSON. metered: whether conversions under it
-- depend on earlier ones.
CREATE TABLE payout_rules (
  rule INTEGER PRIMARY KEY,
  aff_id TEXT NOT NULL,
  offer TEXT NOT NULL,
  event TEXT NOT NULL CHECK (event IN ('registration', 'lead', 'sale')),
  terms TEXT NOT NULL,
  hold_days INTEGER NOT NULL,
  claw_back INTEGER NOT NULL CHECK (claw_back IN (0, 1)),
  metered INTEGER NOT NULL CHECK (metered IN (0, 1)),
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  ended_by TEXT,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX payout_rules_in_force ON payout_rules (aff_id, event, offer) WHERE ended_at IS NULL;

-- What an affiliate may be paid for, with the rule's terms as they were then. source, external_id: of a sale, else ''. sold, booked: as in
-- the ledger of sales, summed. granted_cents: the most that it was ever worth, which counts toward caps.
CREATE TABLE payout_conversions (
  conversion INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  event TEXT NOT NULL CHECK (event IN ('registration', 'lead', 'sale')),
  offer TEXT NOT NULL,
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  channel INTEGER NOT NULL REFERENCES channels,
  arrival INTEGER NOT NULL,
  rule INTEGER REFERENCES payout_rules,
  capped INTEGER NOT NULL CHECK (capped IN (0, 1)),
  fixed_cents INTEGER NOT NULL,
  share_bp INTEGER NOT NULL,
  claw_back INTEGER NOT NULL CHECK (claw_back IN (0, 1)),
  amount_cents INTEGER NOT NULL,
  left_cents INTEGER NOT NULL,
  sold INTEGER NOT NULL,
  booked INTEGER NOT NULL,
  granted_cents INTEGER NOT NULL,
  balance_cents INTEGER NOT NULL,
  payable_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (session, offer, event, source, external_id)
) STRICT;

-- The ledger of payouts, in which nothing ever changes. cause: the ledger entry of sales that it follows; 0 for what the conversion was worth
-- at first. payable_at: start of the New York day from which it may be paid.
CREATE TABLE payouts (
  entry INTEGER PRIMARY KEY,
  conversion INTEGER NOT NULL REFERENCES payout_conversions,
  cause INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES sessions,
  rule INTEGER NOT NULL REFERENCES payout_rules,
  aff_id TEXT NOT NULL,
  channel INTEGER NOT NULL REFERENCES channels,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  event TEXT NOT NULL,
  offer TEXT NOT NULL,
  source TEXT NOT NULL,
  cents INTEGER NOT NULL,
  payable_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (conversion, cause)
) STRICT;
CREATE INDEX payouts_by_affiliate ON payouts (aff_id, payable_at);
CREATE INDEX payouts_by_time ON payouts (at);
CREATE INDEX payouts_by_session ON payouts (session);

-- What counts toward tiers and caps. starts: start of the New York day or month; 0 for all time.
CREATE TABLE payout_meters (
  rule INTEGER NOT NULL REFERENCES payout_rules,
  per TEXT NOT NULL CHECK (per IN ('day', 'month', 'total')),
  starts INTEGER NOT NULL,
  conversions INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (rule, per, starts)
) STRICT, WITHOUT ROWID;

-- from_day, to_day: dates in New York.
CREATE TABLE payout_statements (
  statement INTEGER PRIMARY KEY,
  aff_id TEXT NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  entries INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'approved', 'paid', 'discarded')),
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  approved_by TEXT,
  approved_at INTEGER,
  paid_by TEXT,
  paid_at INTEGER,
  reference TEXT
) STRICT;
CREATE INDEX payout_statements_of ON payout_statements (aff_id, to_day);

-- Each entry is in one statement at most.
CREATE TABLE payout_statement_entries (
  entry INTEGER PRIMARY KEY REFERENCES payouts,
  statement INTEGER NOT NULL REFERENCES payout_statements
) STRICT;
CREATE INDEX payout_statement_entries_of ON payout_statement_entries (statement);

-- settings: its addresses, events and words, as JSON. events: those among them, as JSON.
CREATE TABLE postbacks (
  postback INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  aff_id TEXT NOT NULL,
  offer TEXT NOT NULL,
  events TEXT NOT NULL,
  paid_only INTEGER NOT NULL CHECK (paid_only IN (0, 1)),
  settings TEXT NOT NULL,
  local INTEGER NOT NULL CHECK (local IN (0, 1)),
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX postbacks_of ON postbacks (aff_id) WHERE ended_at IS NULL;

-- cents, before_cents: what the conversion is worth from then on, and what it was worth before.
CREATE TABLE postback_messages (
  entry INTEGER PRIMARY KEY,
  postback INTEGER NOT NULL REFERENCES postbacks,
  conversion INTEGER NOT NULL REFERENCES payout_conversions,
  session INTEGER NOT NULL REFERENCES sessions,
  cause INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('registration', 'lead', 'sale', 'change', 'return')),
  cents INTEGER NOT NULL,
  before_cents INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'dead', 'suppressed')),
  attempts INTEGER NOT NULL,
  under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
  due_at INTEGER,
  message TEXT,
  at INTEGER NOT NULL,
  leased_until INTEGER,
  leased_by INTEGER,
  leased_attempt INTEGER,
  UNIQUE (postback, conversion, cause)
) STRICT;
CREATE INDEX postback_messages_due ON postback_messages (postback, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX postback_messages_under_way ON postback_messages (entry) WHERE under_way = 1;
CREATE INDEX postback_messages_open ON postback_messages (state) WHERE state IN ('due', 'dead');
CREATE INDEX postback_messages_of_session ON postback_messages (session);

-- Payouts by New York day, named by the instant of its start.
CREATE TABLE totals_payouts (
  day INTEGER NOT NULL,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  offer TEXT NOT NULL,
  source TEXT NOT NULL,
  channel INTEGER NOT NULL,
  payout_cents INTEGER NOT NULL,
  PRIMARY KEY (day, path, version, offer, source, channel)
) STRICT, WITHOUT ROWID`
