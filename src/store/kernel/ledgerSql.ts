/** SQL of the ledger, whose entries are in two tables: see ../nouns/sales/README.md. */

/** Entries of `sale_changes` are numbered from here, so that no two entries of the ledger share a number. */
export const CHANGES_FROM = 1_000_000_000_000

/** SQL of all entries of the ledger. A condition beside it reaches each of the two tables. */
export const LEDGER_SQL = `(
      SELECT entry, session, offer, source, external_id, CASE sold WHEN 1 THEN 'sale' ELSE 'return' END AS kind,
        CASE sold WHEN 1 THEN '' ELSE 'whole' END AS ref, CAST(NULL AS BIGINT) AS reverses, sold, cents, version, path,
        aff_id, sub1, at FROM sales
      UNION ALL
      SELECT ${CHANGES_FROM} + entry AS entry, session, offer, source, external_id, kind, ref, reverses, sold, cents,
        version, path, aff_id, sub1, at FROM sale_changes)`

/** SQL of what is left of the sale under an ID, in cents; NULL if there is no sale. */
export const leftOfSale = (source: string, external_id: string): string => {
  const sum = (table: string) => `(SELECT CAST(SUM(cents) AS BIGINT) FROM ${table} AS entries
        WHERE entries.source = ${source} AND entries.external_id = ${external_id})`
  return `(${sum('sales')} + COALESCE(${sum('sale_changes')}, 0))`
}

/** SQL condition that the sale under an ID, which there is, was reversed. */
export const isSaleReversed = (source: string, external_id: string): string =>
  `1 + COALESCE((SELECT SUM(sold) FROM sale_changes AS entries WHERE entries.source = ${source}
        AND entries.external_id = ${external_id} AND entries.kind = 'sale'), 0) <= 0`

/** SQL condition that the sale under an ID was wholly returned, or reversed. */
export const isSaleOver = (source: string, external_id: string): string =>
  ['sales', 'sale_changes']
    .map(
      (table) => `COALESCE((SELECT SUM(sold) FROM ${table} AS entries
        WHERE entries.source = ${source} AND entries.external_id = ${external_id}), 0)`,
    )
    .join(' + ') + ' <= 0'

/** The same, with the time of the sale that an entry is about. */
export const LEDGER_OF_SALES_SQL = `(
      SELECT entry, session, offer, source, external_id, 'sale' AS kind, sold, cents, version, path, aff_id, sub1,
        at AS sold_at, at FROM sales WHERE sold = 1
      UNION ALL
      SELECT back.entry AS entry, back.session AS session, back.offer AS offer, back.source AS source,
        back.external_id AS external_id, 'return' AS kind, back.sold AS sold, back.cents AS cents,
        back.version AS version, back.path AS path, back.aff_id AS aff_id, back.sub1 AS sub1, sale.at AS sold_at,
        back.at AS at
      FROM sales AS back JOIN sales AS sale ON sale.source = back.source AND sale.external_id = back.external_id
        AND sale.sold = 1 WHERE back.sold = -1
      UNION ALL
      SELECT ${CHANGES_FROM} + entry AS entry, session, offer, source, external_id, kind, sold, cents, version, path,
        aff_id, sub1, sold_at, at FROM sale_changes)`
