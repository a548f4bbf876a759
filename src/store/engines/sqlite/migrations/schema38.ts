/** To how many a lead may be sold that the buyer of this delivery was sent; null: to all. */
export const SCHEMA_38: readonly string[] = [`ALTER TABLE outbox ADD COLUMN shares INTEGER;`]
