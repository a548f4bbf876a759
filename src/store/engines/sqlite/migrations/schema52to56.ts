/** Passkeys of operators, by the id of their credential; who of an OIDC provider has which account; and the challenges that were
 *  answered, by their SHA-256: each is answered once. */
export const SCHEMA_52: readonly string[] = [
  `
  CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    operator TEXT NOT NULL,
    label TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT;
  CREATE INDEX passkeys_by_operator ON passkeys (operator);
  CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    operator TEXT NOT NULL UNIQUE,
    PRIMARY KEY (issuer, subject)
  ) STRICT;
  CREATE TABLE used_challenges (
    hash TEXT NOT NULL PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT;
  `,
]

/** The hosts that flows may load scripts from. Those of live flows are on the list from the start, so that an upgrade takes no script
 *  from a site. */
export const SCHEMA_53: readonly string[] = [
  `
  CREATE TABLE script_hosts (
    host TEXT NOT NULL PRIMARY KEY,
    added_by TEXT NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO script_hosts (host, added_by, added_at)
    SELECT 'www.' || json_extract(flow, '$.ui_config.entrypoint.tracking_scripts.everflow.tracking_domain'), 'upgrade', MAX(activated_at)
    FROM versions
    WHERE version IN (SELECT version FROM live)
      AND json_extract(flow, '$.ui_config.entrypoint.tracking_scripts.everflow.tracking_domain') IS NOT NULL
    GROUP BY 1;
  `,
]

/** Times of backups, for metrics and alerts. */
export const SCHEMA_54: readonly string[] = [
  `
  CREATE TABLE backups (
    at INTEGER NOT NULL PRIMARY KEY
  ) STRICT;
  `,
]
/** Hours of drop-off, counted once: see ../../../reports/dropoff/keptHours.ts. What an older file holds is counted while the server runs. */
export const SCHEMA_55: readonly string[] = [
  `
  CREATE TABLE totals_steps (
    path TEXT NOT NULL,
    hour INTEGER NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (path, hour)
  ) STRICT;
  CREATE TABLE totals_steps_read (
    walk TEXT NOT NULL PRIMARY KEY,
    event INTEGER NOT NULL,
    step INTEGER NOT NULL,
    erasure INTEGER NOT NULL
  ) STRICT;
  `,
]

/** Entries in the audit log for the script hosts that schema 53 listed. */
export const SCHEMA_56: readonly string[] = [
  `
  INSERT INTO audit (at, operator, act, about)
    SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER), added_by, 'add_script_host', host
    FROM script_hosts
    WHERE added_by = 'upgrade'
    ORDER BY host;
  `,
]
