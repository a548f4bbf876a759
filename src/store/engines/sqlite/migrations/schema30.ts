/** The page that a buyer sends the visitor of a lead to; null where it names none. */
export const SCHEMA_30: readonly string[] = [`ALTER TABLE outbox ADD COLUMN redirect_url TEXT;`]
