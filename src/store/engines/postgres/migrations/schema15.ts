/** The columns and the table of ../../sqlite/migrations/schema34.ts. */
export const SCHEMA_15: readonly string[] = [
  `
  ALTER TABLE outbox ADD COLUMN placed_at BIGINT;
  ALTER TABLE outbox ADD COLUMN placed_cents BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN unsure BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN held TEXT COLLATE "C";
  ALTER TABLE outbox ADD COLUMN held_since BIGINT;
  ALTER TABLE outbox ADD COLUMN held_message TEXT COLLATE "C";
  CREATE TABLE buyer_places (
    buyer TEXT COLLATE "C" NOT NULL,
    quarter BIGINT NOT NULL,
    leads BIGINT NOT NULL,
    cents BIGINT NOT NULL,
    PRIMARY KEY (buyer, quarter)
  );
  INSERT INTO buyer_places
    SELECT source, at - at % 900000, COUNT(*), SUM(cents) FROM sales
    WHERE sold = 1 AND source IN (SELECT buyer FROM outbox) GROUP BY source, at - at % 900000;
  `,
]
