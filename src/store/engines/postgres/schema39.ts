/** Changes of SQLite's schema 57; see there. */
export const SCHEMA_39 = `
ALTER TABLE unbooked DROP CONSTRAINT unbooked_state_check;
ALTER TABLE unbooked ADD CONSTRAINT unbooked_state_check
  CHECK (state IN ('waiting', 'conflict', 'probable', 'far_off', 'stated', 'settled'));
ALTER TABLE unbooked ADD COLUMN ours_cents BIGINT;
ALTER TABLE unbooked ADD COLUMN stake_cents BIGINT;
ALTER TABLE unbooked ADD COLUMN asked_at BIGINT;
ALTER TABLE unbooked ADD COLUMN asked_by TEXT COLLATE "C";
ALTER TABLE unbooked ADD COLUMN was TEXT COLLATE "C";
ALTER TABLE unbooked ADD COLUMN settled_as TEXT COLLATE "C";
ALTER TABLE unbooked ADD COLUMN settled_at BIGINT;
ALTER TABLE unbooked ADD COLUMN settled_by TEXT COLLATE "C";
UPDATE unbooked SET stake_cents = CASE returned WHEN 1 THEN -cents ELSE cents END;
CREATE INDEX unbooked_of_delivery ON unbooked (delivery) WHERE delivery IS NOT NULL;
INSERT INTO unbooked (state, source, external_id, delivery, returned, session, offer, cents, reason, at,
    ours_cents, stake_cents)
  SELECT 'probable', buyer, external_id, delivery, 0, session, offer, NULL,
    'The buyer may have bought the lead, and its answer was lost.', at,
    NULLIF(placed_cents, 0), NULLIF(placed_cents, 0)
  FROM outbox WHERE unsure = 1 AND under_way = 0 AND state IN ('dead', 'suppressed');
`
