/** Adds how long a buyer took to answer an attempt. */
export const SCHEMA_44 = `
ALTER TABLE attempts ADD COLUMN answer_ms BIGINT`
