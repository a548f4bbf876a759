/** Adds an index for the deliveries of one buyer in a range. */
export const SCHEMA_63 = 'CREATE INDEX outbox_by_buyer ON outbox (buyer, at)'
