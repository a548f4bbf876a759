/** Adds how long a buyer took to answer an attempt. */
export const SCHEMA_62 = `
-- answer_ms: from the first request of the attempt until its answer or timeout; NULL if there was none or it wasn't measured.
ALTER TABLE attempts ADD COLUMN answer_ms INTEGER`
