/** Adds keyed hashes of name and birth date, by which two people who share a phone number are two. Leads before have none. */
export const SCHEMA_60 = `
ALTER TABLE people ADD COLUMN name TEXT;
ALTER TABLE people ADD COLUMN born TEXT`
