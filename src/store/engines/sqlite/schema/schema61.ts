/** Adds the entries of the ledger that settling money in doubt made, as JSON, so that it can be undone; and an index of emails in flight. */
export const SCHEMA_61 = `
ALTER TABLE unbooked ADD COLUMN booked_as TEXT;
CREATE INDEX mails_under_way ON mails (mail) WHERE under_way = 1`
