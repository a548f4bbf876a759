/** The tables of ../../sqlite/migrations/schema19to23.ts. */
export const SCHEMA_2: readonly string[] = [
  `
  CREATE TABLE built_files (
    name TEXT COLLATE "C" PRIMARY KEY,
    content TEXT COLLATE "C" NOT NULL,
    replaced_at BIGINT
  );
  CREATE TABLE imported_files (
    name TEXT COLLATE "C" PRIMARY KEY,
    content TEXT COLLATE "C" NOT NULL,
    sha256 TEXT COLLATE "C" NOT NULL
  );
  `,
]
