/** Adds names of the columns in buyers' files; and what an entry of the audit log changed, as JSON. */
export const SCHEMA_41 = `
CREATE TABLE file_columns (
  buyer TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  columns TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (buyer, kind)
);
ALTER TABLE audit ADD COLUMN changes TEXT COLLATE "C"`
