/** What the ledger sums up to by New York day, filled from its entries. */
export const SCHEMA_25: readonly string[] = [
  `
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
  INSERT INTO totals_sales
    SELECT path, new_york_day(at) AS day, offer, aff_id, sub1, SUM(sold = 1), SUM(sold = -1), SUM(cents)
    FROM sales GROUP BY path, day, offer, aff_id, sub1;
  `,
]
