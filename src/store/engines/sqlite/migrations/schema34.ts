/** Caps of buyers. `placed_at`: since when the lead has a place at its buyer, for `placed_cents`; it has one as long as the buyer
 *  may have bought it. `unsure`: an attempt ended without it being known whether the buyer did. `held`: why the lead is kept from
 *  the buyer. `buyer_places` counts the places by quarters of an hour: hours and days of every time zone are made of these. */
export const SCHEMA_34: readonly string[] = [
  `
  ALTER TABLE outbox ADD COLUMN placed_at INTEGER;
  ALTER TABLE outbox ADD COLUMN placed_cents INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN held TEXT;
  ALTER TABLE outbox ADD COLUMN held_since INTEGER;
  ALTER TABLE outbox ADD COLUMN held_message TEXT;
  CREATE TABLE buyer_places (
    buyer TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    leads INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (buyer, quarter)
  ) STRICT;
  INSERT INTO buyer_places
    SELECT source, at - at % 900000, COUNT(*), SUM(cents) FROM sales
    WHERE sold = 1 AND source IN (SELECT buyer FROM outbox) GROUP BY source, at - at % 900000;
  `,
]
