/** Adds names of the columns in buyers' files; and what an entry of the audit log changed, as JSON. */
export const SCHEMA_59 = `
-- Names that operators chose for the columns of a buyer's files. kind: statement or returns. columns: JSON.
CREATE TABLE file_columns (
  buyer TEXT NOT NULL,
  kind TEXT NOT NULL,
  columns TEXT NOT NULL,
  PRIMARY KEY (buyer, kind)
) STRICT;
ALTER TABLE audit ADD COLUMN changes TEXT`
