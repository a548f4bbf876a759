/** Changes that keep all money in doubt in one table: besides returns that wait and reports that contradict, sales that are probable,
 *  prices far off and lines of statements. ours_cents: what the ledger has, or what was expected. stake_cents: what booking would add or
 *  take back. was: the state before an operator settled it. Deliveries that were given up in doubt get an entry each. */
export const SCHEMA_57 = `
CREATE TABLE unbooked_new (
  entry INTEGER PRIMARY KEY,
  state TEXT NOT NULL
    CHECK (state IN ('waiting', 'conflict', 'probable', 'far_off', 'stated', 'settled')),
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
  note_by TEXT,
  ours_cents INTEGER,
  stake_cents INTEGER,
  asked_at INTEGER,
  asked_by TEXT,
  was TEXT,
  settled_as TEXT,
  settled_at INTEGER,
  settled_by TEXT
) STRICT;
INSERT INTO unbooked_new (entry, state, source, external_id, delivery, returned, session, offer, cents,
    reason, at, note_reason, note_words, note_by, stake_cents)
  SELECT entry, state, source, external_id, delivery, returned, session, offer, cents,
    reason, at, note_reason, note_words, note_by, CASE returned WHEN 1 THEN -cents ELSE cents END FROM unbooked;
DROP TABLE unbooked;
ALTER TABLE unbooked_new RENAME TO unbooked;
CREATE INDEX unbooked_by_id ON unbooked (source, state, external_id);
CREATE INDEX unbooked_of_delivery ON unbooked (delivery) WHERE delivery IS NOT NULL;
INSERT INTO unbooked (state, source, external_id, delivery, returned, session, offer, cents, reason, at,
    ours_cents, stake_cents)
  SELECT 'probable', buyer, external_id, delivery, 0, session, offer, NULL,
    'The buyer may have bought the lead, and its answer was lost.', at,
    NULLIF(placed_cents, 0), NULLIF(placed_cents, 0)
  FROM outbox WHERE unsure = 1 AND under_way = 0 AND state IN ('dead', 'suppressed');
`
