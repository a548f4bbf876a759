/** Files of a build that a newer one replaced, epoch ms, and what was imported, which was a file beside the database. */
export const SCHEMA_22: readonly string[] = [
  `
  CREATE TABLE built_files (
    name TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL,
    replaced_at INTEGER
  );
  CREATE TABLE imported_files (
    name TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL,
    sha256 TEXT NOT NULL
  );
  INSERT INTO imported_files
    SELECT name, content, sha256_of(content) FROM (SELECT 'vehicles.json' AS name, text_beside('vehicles.json') AS content)
    WHERE json_valid(content);
  `,
]
