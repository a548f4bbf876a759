/** The table of ../../sqlite/migrations/schema24to28.ts, in two steps: between them servers of earlier releases go on selling. */
export const SCHEMA_5: readonly string[] = [
  // Each entry of the ledger is counted once: those that were there by the next migration, under slot 0; one that a server of this
  // release writes, by that server; one that a server of an earlier release writes beside it, by the trigger, which goes with the
  // next release. The trigger waits until what is being written is committed: no entry comes before `until` later.
  `
  CREATE TABLE totals_sales (
    slot BIGINT NOT NULL DEFAULT CAST(current_setting('leadloom.slot') AS BIGINT),
    path TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    offer TEXT COLLATE "C" NOT NULL,
    aff_id TEXT COLLATE "C" NOT NULL,
    sub1 TEXT COLLATE "C" NOT NULL,
    sold BIGINT NOT NULL,
    returned BIGINT NOT NULL,
    cents BIGINT NOT NULL,
    PRIMARY KEY (path, day, offer, aff_id, sub1, slot)
  );
  CREATE FUNCTION new_york_day(at BIGINT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
    SELECT CAST(EXTRACT(EPOCH FROM date_trunc('day', to_timestamp(at / 1000.0), 'America/New_York')) * 1000 AS BIGINT)
  $$;
  CREATE FUNCTION count_sale_of_earlier_release() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO totals_sales (path, day, offer, aff_id, sub1, sold, returned, cents)
    VALUES (NEW.path, new_york_day(NEW.at), NEW.offer, NEW.aff_id, NEW.sub1,
      CASE NEW.sold WHEN 1 THEN 1 ELSE 0 END, CASE NEW.sold WHEN 1 THEN 0 ELSE 1 END, NEW.cents)
    ON CONFLICT (path, day, offer, aff_id, sub1, slot) DO UPDATE
    SET sold = totals_sales.sold + excluded.sold, returned = totals_sales.returned + excluded.returned,
      cents = totals_sales.cents + excluded.cents;
    RETURN NULL;
  END $$;
  CREATE TRIGGER count_sale_of_earlier_release AFTER INSERT ON sales FOR EACH ROW
    WHEN (current_setting('leadloom.counts_sales', true) IS DISTINCT FROM 'yes')
    EXECUTE FUNCTION count_sale_of_earlier_release();
  CREATE TABLE sales_to_count AS SELECT COALESCE(MAX(entry), 0) AS until FROM sales;
  `,
  `
  INSERT INTO totals_sales
    SELECT 0, path, new_york_day(at) AS day, offer, aff_id, sub1,
      SUM(CASE sold WHEN 1 THEN 1 ELSE 0 END), SUM(CASE sold WHEN 1 THEN 0 ELSE 1 END), SUM(cents)
    FROM sales JOIN sales_to_count ON entry <= until GROUP BY path, day, offer, aff_id, sub1;
  DROP TABLE sales_to_count;
  `,
]
