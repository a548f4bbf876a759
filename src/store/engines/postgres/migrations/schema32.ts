/** What is written to most. A row that is on its way out, and one of totals, is changed again and again: room on its page lets PostgreSQL
 *  do that without touching an index, where no indexed column changes. Their dead rows are looked for before they are a fifth of the table.
 *  Source: postgresql.org/docs/current/storage-hot.html. */
const ON_ITS_WAY = ['outbox', 'people', 'mails', 'pixel_events', 'webhook_messages']
const SUMS = [
  'totals_offers',
  'totals_affiliates',
  'totals_versions',
  'totals_channels',
  'totals_sales',
  'totals_hours',
  'buyer_places',
  'buyer_tries',
]

export const SCHEMA_32: readonly string[] = [
  [
    ...ON_ITS_WAY.map(
      (table) => `ALTER TABLE ${table} SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.05);`,
    ),
    // Few rows, each of them changed by every commit of a process.
    ...SUMS.map(
      (table) => `ALTER TABLE ${table} SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_threshold = 500);`,
    ),
  ].join('\n'),
]
