/** Schema of the embedded database as of SCHEMA_NUMBER. It never changes: later changes are migrations; see migrate.ts. */
export const SCHEMA = `
-- Published versions. icons: base64 by file name, empty if none were kept. version_sources: the text as its author wrote it, and the
-- files beside it by SHA-256, stored in imported_files.
CREATE TABLE versions (
  version INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  flow TEXT NOT NULL,
  style TEXT NOT NULL,
  validators TEXT NOT NULL,
  at INTEGER NOT NULL,
  activated_at INTEGER NOT NULL,
  deactivated_at INTEGER,
  icons TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE version_sources (
  version INTEGER PRIMARY KEY REFERENCES versions,
  text TEXT NOT NULL,
  files TEXT NOT NULL
) STRICT;

-- Every split of a path: the versions that shared its visitors from then on. A path's newest is live; the dates in versions are
-- those of each version's last time live.
CREATE TABLE splits (
  split INTEGER NOT NULL,
  path TEXT NOT NULL,
  at INTEGER NOT NULL,
  version INTEGER NOT NULL REFERENCES versions,
  weight INTEGER NOT NULL CHECK (weight BETWEEN 1 AND 100),
  PRIMARY KEY (split, version)
) STRICT, WITHOUT ROWID;
CREATE VIEW live AS SELECT path, version, weight FROM splits
  WHERE split IN (SELECT MAX(split) FROM splits GROUP BY path);

CREATE TABLE totals_versions (
  version INTEGER PRIMARY KEY,
  sessions INTEGER NOT NULL
) STRICT;

-- Where sessions come from. Counted rows name the channel, so its words are stored once.
CREATE TABLE channels (
  channel INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  aff_id TEXT NOT NULL,
  sub1 TEXT NOT NULL,
  sub2 TEXT NOT NULL,
  sub3 TEXT NOT NULL,
  UNIQUE (path, aff_id, sub1, sub2, sub3)
) STRICT;

-- Long texts, kept once for all rows that refer to them: texts is what authors wrote; visitor_texts is what browsers sent, and a
-- row goes with the last visitor who refers to it.
CREATE TABLE texts (
  text INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL
) STRICT;

CREATE TABLE visitor_texts (
  text INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL
) STRICT;

-- Rows of one session name its number, so they lie together; random UUIDs would spread each commit over the file.
-- forgotten: whether everything that identifies the visitor is gone. moved_at, moved_after: when, and after how many submissions, the
-- session became another browser's. moved_from: where that browser's view of the visit begins. doubted: answers that a check called
-- unknown, as keyed hashes in a JSON list; the visitor may insist only on these.
CREATE TABLE sessions (
  session INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  token_hash TEXT NOT NULL,
  version INTEGER NOT NULL REFERENCES versions,
  channel INTEGER NOT NULL REFERENCES channels,
  origin TEXT NOT NULL,
  page_url TEXT NOT NULL,
  referrer TEXT NOT NULL,
  ip TEXT NOT NULL,
  at INTEGER NOT NULL,
  jornaya_lead_id TEXT,
  trustedform_cert_url TEXT,
  ef_transaction_id TEXT,
  forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
  user_agent INTEGER REFERENCES visitor_texts ON DELETE SET NULL,
  language TEXT NOT NULL DEFAULT 'en',
  moved_at INTEGER,
  moved_after INTEGER,
  doubted TEXT,
  moved_from INTEGER
) STRICT;
CREATE INDEX sessions_to_forget ON sessions (at) WHERE forgotten = 0;
CREATE INDEX sessions_by_user_agent ON sessions (user_agent) WHERE user_agent IS NOT NULL;

-- All clicks of a session's visitor, the first one included, if there was more than one. A session's own channel is that of the newest.
CREATE TABLE arrivals (
  session INTEGER NOT NULL REFERENCES sessions,
  arrival INTEGER NOT NULL,
  channel INTEGER NOT NULL REFERENCES channels,
  query TEXT NOT NULL,
  page_url TEXT NOT NULL,
  referrer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (session, arrival)
) STRICT, WITHOUT ROWID;

-- arrival: the click that counts. Each click is a page visit of its own.
CREATE TABLE events (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  kind TEXT NOT NULL CHECK (kind IN ('page_visit', 'visit', 'registration', 'impression')),
  offer TEXT NOT NULL,
  version INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  at INTEGER NOT NULL,
  arrival INTEGER NOT NULL DEFAULT 0,
  UNIQUE (session, kind, offer, arrival)
) STRICT;
CREATE INDEX events_by_time ON events (kind, at);

-- page_url: NULL if it is the address that the session was opened at. language: NULL if the step was shown in the flow's own.
CREATE TABLE steps (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  id TEXT NOT NULL,
  offer_key TEXT NOT NULL,
  step_key TEXT NOT NULL,
  answers TEXT NOT NULL,
  time_on_step INTEGER NOT NULL,
  execute_actions TEXT NOT NULL,
  page_url TEXT,
  at INTEGER NOT NULL,
  language TEXT,
  UNIQUE (session, id)
) STRICT;

-- Each consent with the submission that carries it, whose step, page and time are its own. seller: the buyer's key, for a consent to
-- one buyer alone; refusing it affects no other delivery.
CREATE TABLE consents (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  submission TEXT NOT NULL,
  field TEXT NOT NULL,
  text INTEGER NOT NULL REFERENCES texts,
  flow_sha256 TEXT NOT NULL,
  sellers INTEGER NOT NULL REFERENCES texts,
  control TEXT NOT NULL,
  browser_at INTEGER,
  ip TEXT NOT NULL,
  user_agent INTEGER REFERENCES visitor_texts ON DELETE SET NULL,
  opt_out TEXT,
  certificates TEXT NOT NULL,
  html INTEGER REFERENCES visitor_texts ON DELETE SET NULL,
  decision TEXT NOT NULL CHECK (decision IN ('agreed', 'refused', 'no_evidence')),
  seller TEXT,
  UNIQUE (session, submission, field),
  FOREIGN KEY (session, submission) REFERENCES steps (session, id)
) STRICT;
CREATE INDEX consents_by_user_agent ON consents (user_agent) WHERE user_agent IS NOT NULL;
CREATE INDEX consents_by_html ON consents (html) WHERE html IS NOT NULL;

CREATE TABLE link_outs (
  uuid TEXT PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  offer TEXT NOT NULL,
  step TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Mailed links by which a visit continues elsewhere, by the SHA-256 of their tokens.
CREATE TABLE go_on_links (
  token_hash TEXT NOT NULL PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX go_on_links_of_session ON go_on_links (session);
CREATE INDEX go_on_links_to_drop ON go_on_links (expires_at);

-- Browsers that a mailed link handed a visit over to, by the SHA-256 of their tokens, and the number of their own submissions.
CREATE TABLE handovers (
  token_hash TEXT NOT NULL PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  own INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX handovers_of_session ON handovers (session, at);

-- A lead's text is kept once and in no index. An index would split its pages in the middle and leave copies of the text in unused
-- space, where nothing overwrites them when the visitor is forgotten.
CREATE TABLE leads (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  lead TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX leads_by_session ON leads (session);
CREATE INDEX leads_by_time ON leads (at, session);

-- Deliveries of leads to buyers. A row with due_at waits for its next attempt unless one is under way. leased_until: until then the
-- attempt is its server's, epoch ms; after that another may take it over. leased_by, leased_attempt: the process and the attempt that
-- it began. duplicate_of: the delivery that sold the same person to the same buyer. insisted: an operator wants it sent anyway.
-- external_id: the buyer's name for its sale. redirect_url: the page that the buyer sends the visitor to. placed_at, placed_cents: since
-- when, and for how much, the lead has a place at its buyer, as long as the buyer may have bought it. unsure: an attempt ended without
-- an answer whether it did. held: why the lead is kept from the buyer. shares: how many buyers may get the lead; NULL for all.
CREATE TABLE outbox (
  delivery INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  session INTEGER NOT NULL REFERENCES sessions,
  offer TEXT NOT NULL,
  buyer TEXT NOT NULL,
  lead INTEGER REFERENCES leads,
  state TEXT NOT NULL CHECK (state IN ('due', 'accepted', 'duplicate', 'rejected', 'dead', 'suppressed')),
  attempts INTEGER NOT NULL,
  under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
  due_at INTEGER,
  at INTEGER NOT NULL,
  duplicate_of INTEGER REFERENCES outbox,
  insisted INTEGER NOT NULL DEFAULT 0 CHECK (insisted IN (0, 1)),
  external_id TEXT,
  arrival INTEGER NOT NULL DEFAULT 0,
  leased_until INTEGER,
  redirect_url TEXT,
  placed_at INTEGER,
  placed_cents INTEGER NOT NULL DEFAULT 0,
  unsure INTEGER NOT NULL DEFAULT 0,
  held TEXT,
  held_since INTEGER,
  held_message TEXT,
  shares INTEGER,
  leased_by INTEGER,
  leased_attempt INTEGER,
  UNIQUE (session, offer, buyer)
) STRICT;
CREATE INDEX outbox_due ON outbox (buyer, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_under_way ON outbox (delivery) WHERE under_way = 1;
CREATE INDEX outbox_open ON outbox (state, under_way, at) WHERE state IN ('due', 'dead');
CREATE INDEX outbox_duplicates ON outbox (duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX outbox_by_lead ON outbox (lead) WHERE lead IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (at, session);

-- auction: 'won', 'lost' or 'none'. bid_cents: the buyer's bid.
CREATE TABLE attempts (
  delivery INTEGER NOT NULL REFERENCES outbox,
  attempt INTEGER NOT NULL,
  message TEXT NOT NULL,
  at INTEGER NOT NULL,
  auction TEXT,
  bid_cents INTEGER,
  PRIMARY KEY (delivery, attempt)
) STRICT, WITHOUT ROWID;

-- The person of a delivery: keyed hashes of its phone numbers and email addresses. sold_at: when it was sent to the buyer, while it
-- is being sold and once it is; NULL before that, and if the buyer didn't buy it.
CREATE TABLE people (
  delivery INTEGER NOT NULL REFERENCES outbox,
  who TEXT NOT NULL,
  buyer TEXT NOT NULL,
  sold_at INTEGER,
  PRIMARY KEY (delivery, who)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_sold ON people (buyer, who, sold_at) WHERE sold_at IS NOT NULL;
CREATE INDEX people_by_who ON people (who);

-- Buyers made on the screen or by command. secrets: sealed. A removed buyer keeps its row and revision, so the sum of revisions grows
-- with every change.
CREATE TABLE buyers (
  buyer TEXT NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL,
  document TEXT NOT NULL,
  secrets TEXT NOT NULL,
  removed INTEGER NOT NULL,
  saved_by TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT;

-- Places at buyers by quarter hour, which add up to hours and days of every time zone.
CREATE TABLE buyer_places (
  buyer TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  leads INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (buyer, quarter)
) STRICT;

-- When a buyer that had bid for a lead was last sent one. The buyer who has waited longest wins a tie.
CREATE TABLE buyer_tries (
  buyer TEXT NOT NULL PRIMARY KEY,
  tried_at INTEGER NOT NULL
) STRICT;

-- The ledger. A return is a separate row with sold = -1 and negative cents.
CREATE TABLE sales (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  offer TEXT NOT NULL,
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  sold INTEGER NOT NULL CHECK (sold IN (1, -1)),
  cents INTEGER NOT NULL,
  version INTEGER NOT NULL,
  path TEXT NOT NULL,
  aff_id TEXT NOT NULL,
  sub1 TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (source, external_id, sold)
) STRICT;
CREATE INDEX sales_by_time ON sales (at);
CREATE INDEX sales_by_path ON sales (path, at, session, offer, aff_id, sub1, sold, cents);
CREATE INDEX sales_by_session ON sales (session);

-- Why an operator reported a return, by the ledger entry of the return. Returns that a buyer reported have none.
CREATE TABLE return_notes (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  reason TEXT NOT NULL,
  words TEXT NOT NULL,
  booked_by TEXT NOT NULL
) STRICT;
CREATE INDEX return_notes_by_session ON return_notes (session);

-- Reports that aren't in the ledger: returns that wait for their sale, and those that contradict the ledger. A buyer may name a lead by
-- our key alone; then there is a delivery and no external_id. note_*: NULL unless an operator reported it.
CREATE TABLE unbooked (
  entry INTEGER PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'conflict')),
  source TEXT NOT NULL,
  external_id TEXT,
  delivery INTEGER REFERENCES outbox,
  returned INTEGER NOT NULL CHECK (returned IN (0, 1)),
  session INTEGER REFERENCES sessions,
  offer TEXT,
  cents INTEGER,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  note_reason TEXT,
  note_words TEXT,
  note_by TEXT
) STRICT;
CREATE INDEX unbooked_by_id ON unbooked (source, state, external_id);

-- Emails to visitors. addresses: the number of addresses it was due to, one after the other. kind: of a step, or a link.
CREATE TABLE mails (
  mail INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  offer TEXT NOT NULL,
  step TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'refused', 'dead', 'suppressed')),
  attempts INTEGER NOT NULL,
  addresses INTEGER NOT NULL DEFAULT 1,
  under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
  due_at INTEGER,
  message TEXT,
  at INTEGER NOT NULL,
  leased_until INTEGER,
  kind TEXT NOT NULL DEFAULT 'step',
  leased_by INTEGER,
  leased_attempt INTEGER,
  UNIQUE (session, offer, step)
) STRICT;
CREATE INDEX mails_due ON mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_open ON mails (state) WHERE state IN ('due', 'refused', 'dead');

-- Addresses that were mailed lately, as keyed hashes. A row is dropped once it no longer matters.
CREATE TABLE mailed (
  who TEXT NOT NULL,
  mail INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (who, mail)
) STRICT, WITHOUT ROWID;
CREATE INDEX mailed_by_time ON mailed (at);

-- Events for ad platforms. Their content is made from the session when they are sent, so a row holds no visitor data.
-- sale: entry of the ledger, 0 if there is none.
CREATE TABLE pixel_events (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  vendor TEXT NOT NULL,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('step', 'registration', 'lead', 'sale')),
  offer TEXT NOT NULL,
  step TEXT NOT NULL,
  sale INTEGER NOT NULL,
  arrival INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'refused', 'dead', 'suppressed')),
  attempts INTEGER NOT NULL,
  under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
  leased_until INTEGER,
  due_at INTEGER,
  message TEXT,
  at INTEGER NOT NULL,
  leased_by INTEGER,
  leased_attempt INTEGER,
  UNIQUE (session, vendor, name, kind, offer, step, sale)
) STRICT;
CREATE INDEX pixel_events_due ON pixel_events (vendor, account, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX pixel_events_under_way ON pixel_events (entry) WHERE under_way = 1;
CREATE INDEX pixel_events_open ON pixel_events (state) WHERE state IN ('due', 'refused', 'dead');

-- Ids by which the scripts of ad platforms know the session's browser.
CREATE TABLE pixel_ids (
  session INTEGER NOT NULL REFERENCES sessions,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session, name)
) STRICT, WITHOUT ROWID;

-- Webhooks and their messages. sale: entry of the ledger, 0 if there is none. lead: the visitor's answers, if the webhook wants them.
CREATE TABLE webhooks (
  webhook INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  kinds TEXT NOT NULL,
  persons INTEGER NOT NULL CHECK (persons IN (0, 1)),
  local INTEGER NOT NULL CHECK (local IN (0, 1)),
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE TABLE webhook_messages (
  entry INTEGER PRIMARY KEY,
  webhook INTEGER NOT NULL REFERENCES webhooks,
  session INTEGER NOT NULL REFERENCES sessions,
  kind TEXT NOT NULL CHECK (kind IN ('lead', 'sale', 'return')),
  offer TEXT NOT NULL,
  sale INTEGER NOT NULL,
  arrival INTEGER NOT NULL,
  lead TEXT,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'dead', 'suppressed')),
  attempts INTEGER NOT NULL,
  under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
  leased_until INTEGER,
  due_at INTEGER,
  message TEXT,
  at INTEGER NOT NULL,
  leased_by INTEGER,
  leased_attempt INTEGER,
  UNIQUE (session, webhook, kind, offer, sale)
) STRICT;
CREATE INDEX webhook_messages_due ON webhook_messages (webhook, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_messages_under_way ON webhook_messages (entry) WHERE under_way = 1;
CREATE INDEX webhook_messages_open ON webhook_messages (state) WHERE state IN ('due', 'dead');

-- Totals by New York day, named by the instant of its start.
CREATE TABLE totals_offers (
  day INTEGER NOT NULL,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  offer TEXT NOT NULL,
  visits INTEGER NOT NULL,
  impressions INTEGER NOT NULL,
  sold INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (day, path, version, offer)
) STRICT, WITHOUT ROWID;

CREATE TABLE totals_affiliates (
  path TEXT NOT NULL,
  day INTEGER NOT NULL,
  aff_id TEXT NOT NULL,
  page_visits INTEGER NOT NULL,
  registrations INTEGER NOT NULL,
  PRIMARY KEY (path, day, aff_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE totals_channels (
  path TEXT NOT NULL,
  day INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  page_visits INTEGER NOT NULL,
  registrations INTEGER NOT NULL,
  PRIMARY KEY (path, day, channel)
) STRICT, WITHOUT ROWID;

-- Sums of the ledger by New York day.
CREATE TABLE totals_sales (
  path TEXT NOT NULL,
  day INTEGER NOT NULL,
  offer TEXT NOT NULL,
  aff_id TEXT NOT NULL,
  sub1 TEXT NOT NULL,
  sold INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (path, day, offer, aff_id, sub1)
) STRICT, WITHOUT ROWID;

-- Totals by hour: see ../../../nouns/totals/hours.ts. Sessions in uncounted_sessions aren't counted yet; see countEarlierSessions.
CREATE TABLE totals_hours (
  hour INTEGER NOT NULL,
  path TEXT NOT NULL,
  language TEXT NOT NULL,
  page_visits INTEGER NOT NULL,
  visits INTEGER NOT NULL,
  registrations INTEGER NOT NULL,
  sold INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  certifiable INTEGER NOT NULL,
  trustedform INTEGER NOT NULL,
  jornaya INTEGER NOT NULL,
  both_certificates INTEGER NOT NULL,
  PRIMARY KEY (hour, path, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE uncounted_sessions (
  last_session INTEGER PRIMARY KEY,
  first_session INTEGER NOT NULL
) STRICT;

-- Hours of drop-off, counted once: see ../../../nouns/reports/dropoff/keptHours.ts.
CREATE TABLE totals_steps (
  path TEXT NOT NULL,
  hour INTEGER NOT NULL,
  counts TEXT NOT NULL,
  PRIMARY KEY (path, hour)
) STRICT;

CREATE TABLE totals_steps_read (
  walk TEXT NOT NULL PRIMARY KEY,
  event INTEGER NOT NULL,
  step INTEGER NOT NULL,
  erasure INTEGER NOT NULL
) STRICT;

-- People who must not be sold, by a keyed hash of the phone number or email address.
CREATE TABLE opt_outs (
  who TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- forget_asked_at, forget_by: when, and by which operator, forgetting the person was requested; NULL if it wasn't.
CREATE TABLE privacy_requests (
  request INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  path TEXT NOT NULL,
  manner TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  at INTEGER NOT NULL,
  answered_at INTEGER,
  answer TEXT,
  forget_asked_at INTEGER,
  forget_by TEXT
) STRICT;
CREATE INDEX privacy_requests_to_forget ON privacy_requests (forget_asked_at)
  WHERE forget_asked_at IS NOT NULL AND answered_at IS NULL;

-- Forgotten visitors, in order, so that a server learns about those that another process forgot.
CREATE TABLE erasures (
  mark INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL
) STRICT;

-- How far forgetting has come, whatever the clock says.
CREATE TABLE retention (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  at INTEGER NOT NULL
) STRICT;

-- source: who sent it. A flood displaces only its own rows.
CREATE TABLE quarantine (
  entry INTEGER PRIMARY KEY,
  session_uuid TEXT,
  call TEXT NOT NULL,
  reason TEXT NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL,
  source TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX quarantine_by_source ON quarantine (source, entry);
CREATE INDEX quarantine_by_session ON quarantine (session_uuid, entry);

-- sites: a JSON list of paths, NULL for all. folded: the name in lower case; NULL until accounts are first written, and for the later
-- of two names that differ only by case. factor_from: when the account was first told that it needs two-factor authentication.
-- login_failures.entry: the audit log's entry that counts these failures.
CREATE TABLE operators (
  name TEXT PRIMARY KEY,
  password_hash TEXT NOT NULL,
  since INTEGER NOT NULL DEFAULT 0,
  revoked_at INTEGER,
  role TEXT NOT NULL DEFAULT 'admin',
  sites TEXT,
  folded TEXT,
  factor_from INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX operators_by_folded ON operators (folded);

CREATE TABLE login_sessions (
  id TEXT PRIMARY KEY,
  data TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  seen_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE login_failures (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  since INTEGER NOT NULL,
  entry INTEGER
) STRICT, WITHOUT ROWID;

-- Links to choose an account's password, by their SHA-256, one per account. role: of the new account; NULL to reset a password.
-- made_by: NULL for the command line.
CREATE TABLE invitations (
  token_hash TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  role TEXT,
  made_by TEXT,
  made_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  sites TEXT
) STRICT;

-- sealed: the secret of the authenticator app. confirmed_at: NULL until the first code was entered. last_step: the time step of the
-- newest code used, as each works once. Recovery codes and keys are known by their SHA-256.
CREATE TABLE second_factors (
  name TEXT NOT NULL PRIMARY KEY,
  sealed TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (name, hash)
) STRICT, WITHOUT ROWID;

-- Passkeys by the id of their credential, accounts by their identity at an OIDC provider, and answered challenges by their SHA-256;
-- each is answered once.
CREATE TABLE passkeys (
  id TEXT NOT NULL PRIMARY KEY,
  operator TEXT NOT NULL,
  label TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_operator ON passkeys (operator);

CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  operator TEXT NOT NULL UNIQUE,
  PRIMARY KEY (issuer, subject)
) STRICT;

CREATE TABLE used_challenges (
  hash TEXT NOT NULL PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT;

-- Keys with which programs read reports. sites: a JSON list of paths, NULL for all.
CREATE TABLE report_keys (
  hash TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  made_by TEXT,
  made_at INTEGER NOT NULL,
  expires_at INTEGER,
  seen_at INTEGER,
  revoked_at INTEGER,
  sites TEXT
) STRICT;

CREATE TABLE audit (
  entry INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  operator TEXT NOT NULL,
  act TEXT NOT NULL,
  about TEXT NOT NULL
) STRICT;

-- Flows that authors edit in the studio, one draft per site. good: the last text that was valid JSON, if text isn't.
CREATE TABLE drafts (
  path TEXT NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL,
  text TEXT NOT NULL,
  is_json INTEGER NOT NULL,
  good TEXT,
  files TEXT NOT NULL,
  based_on INTEGER,
  saved_by TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT;

-- Keys with which programs publish, by their SHA-256. path: the only site, NULL for all. made_by: an operator; NULL for the command line.
CREATE TABLE publish_keys (
  hash TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  path TEXT,
  made_by TEXT,
  made_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;

-- Publishes that wait for a second person or for their time, one per path. maker: the operator who asked, or made the key.
CREATE TABLE publish_requests (
  id TEXT NOT NULL PRIMARY KEY,
  path TEXT NOT NULL,
  text TEXT NOT NULL,
  files TEXT NOT NULL,
  weight INTEGER NOT NULL,
  asked_by TEXT NOT NULL,
  maker TEXT,
  asked_at INTEGER NOT NULL,
  live_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'planned', 'published', 'refused', 'withdrawn', 'failed')),
  decided_by TEXT,
  decided_at INTEGER,
  reason TEXT,
  version INTEGER
) STRICT;
CREATE UNIQUE INDEX publish_requests_open ON publish_requests (path) WHERE state IN ('waiting', 'planned');
CREATE INDEX publish_requests_path ON publish_requests (path, asked_at);

-- Files that operators imported and files beside flows. unused_at: since when no draft and no version names it.
CREATE TABLE imported_files (
  name TEXT NOT NULL PRIMARY KEY,
  content TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  unused_at INTEGER
);

-- Files of builds. replaced_at: when a newer build replaced them, epoch ms.
CREATE TABLE built_files (
  name TEXT NOT NULL PRIMARY KEY,
  content TEXT NOT NULL,
  replaced_at INTEGER
);

-- Hosts that flows may load scripts from.
CREATE TABLE script_hosts (
  host TEXT NOT NULL PRIMARY KEY,
  added_by TEXT NOT NULL,
  added_at INTEGER NOT NULL
) STRICT;

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO secrets (name, value) VALUES ('people', lower(hex(randomblob(32))));

-- What processes take from shared limits: when each limit is whole again, epoch ms.
CREATE TABLE buckets (
  key TEXT NOT NULL PRIMARY KEY,
  full_at INTEGER NOT NULL
);
CREATE INDEX buckets_to_drop ON buckets (full_at);

-- Live processes.
CREATE TABLE processes (
  process INTEGER PRIMARY KEY,
  beat_at INTEGER NOT NULL,
  since INTEGER NOT NULL
) STRICT;

-- Times of backups, for metrics and alerts.
CREATE TABLE backups (
  at INTEGER NOT NULL PRIMARY KEY
) STRICT;

-- One row, written to find out whether a write is kept.
CREATE TABLE heartbeat (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  beats INTEGER NOT NULL
) STRICT;
INSERT INTO heartbeat VALUES (1, 0);
`

/** Number that `PRAGMA user_version` holds after SCHEMA. */
export const SCHEMA_NUMBER = 56
