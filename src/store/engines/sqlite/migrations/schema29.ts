/** Flows that authors write at /studio, one draft a site, and what a published version was made of: the text as it was written, and the
 *  files beside it by the SHA-256 of each, under which it stands in imported_files. `good`: the last text that was JSON, where the text
 *  is none. */
export const SCHEMA_29: readonly string[] = [
  `
  CREATE TABLE drafts (
    path TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    text TEXT NOT NULL,
    is_json INTEGER NOT NULL,
    good TEXT,
    files TEXT NOT NULL,
    based_on INTEGER,
    saved_by TEXT NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE version_sources (
    version INTEGER PRIMARY KEY REFERENCES versions,
    text TEXT NOT NULL,
    files TEXT NOT NULL
  ) STRICT;
  `,
]
