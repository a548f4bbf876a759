/** Adds keyed hashes of name and birth date, by which two people who share a phone number are two. Leads before have none. */
export const SCHEMA_42 = `
ALTER TABLE people ADD COLUMN name TEXT COLLATE "C";
ALTER TABLE people ADD COLUMN born TEXT COLLATE "C"`
