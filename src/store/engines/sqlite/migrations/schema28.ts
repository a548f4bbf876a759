/** Of a consent to one buyer alone, the buyer's key: what is refused there concerns no other delivery. */
export const SCHEMA_28: readonly string[] = [`ALTER TABLE consents ADD COLUMN seller TEXT;`]
