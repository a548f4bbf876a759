/** Plainer names, roles, leases, and what several servers need. */
export const SCHEMAS_19_TO_23: readonly string[] = [
  // Plainer names.
  `
  ALTER TABLE attempts RENAME COLUMN said TO message;
  ALTER TABLE mails RENAME COLUMN said TO message;
  ALTER TABLE forgettings RENAME TO erasures;
  `,
  // Which roles there are is said by schemas/people/roles.ts alone.
  `
  ALTER TABLE operators RENAME COLUMN role TO checked_role;
  ALTER TABLE operators ADD COLUMN role TEXT NOT NULL DEFAULT 'admin';
  UPDATE operators SET role = checked_role;
  ALTER TABLE operators DROP COLUMN checked_role;
  `,
  // What is under way is its server's until then, epoch ms; after that another may take it up.
  `
  ALTER TABLE outbox ADD COLUMN leased_until INTEGER;
  ALTER TABLE mails ADD COLUMN leased_until INTEGER;
  `,
  // Files of a build that a newer one replaced, epoch ms, and what was imported, which was a file beside the database.
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
  // What processes take of the limits that they share: when each is whole again, epoch ms.
  `
  CREATE TABLE buckets (
    key TEXT NOT NULL PRIMARY KEY,
    full_at INTEGER NOT NULL
  );
  CREATE INDEX buckets_to_drop ON buckets (full_at);
  `,
]
