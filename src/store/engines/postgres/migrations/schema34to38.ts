/** The tables of ../../sqlite/migrations/schema52to56.ts. */
export const SCHEMA_34: readonly string[] = [
  `
  CREATE TABLE passkeys (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    operator TEXT COLLATE "C" NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    public_key TEXT COLLATE "C" NOT NULL,
    counter BIGINT NOT NULL,
    transports TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT
  );
  CREATE INDEX passkeys_by_operator ON passkeys (operator);
  CREATE TABLE identities (
    issuer TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    operator TEXT COLLATE "C" NOT NULL UNIQUE,
    PRIMARY KEY (issuer, subject)
  );
  CREATE TABLE used_challenges (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
  );
  `,
]

/** The table of ../../sqlite/migrations/schema52to56.ts. */
export const SCHEMA_35: readonly string[] = [
  `
  CREATE TABLE script_hosts (
    host TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    added_by TEXT COLLATE "C" NOT NULL,
    added_at BIGINT NOT NULL
  );
  INSERT INTO script_hosts (host, added_by, added_at)
    SELECT 'www.' || (flow::json #>> '{ui_config,entrypoint,tracking_scripts,everflow,tracking_domain}'), 'upgrade', MAX(activated_at)
    FROM versions
    WHERE version IN (SELECT version FROM live)
      AND flow::json #>> '{ui_config,entrypoint,tracking_scripts,everflow,tracking_domain}' IS NOT NULL
    GROUP BY 1;
  `,
]

/** The table of ../../sqlite/migrations/schema52to56.ts. */
export const SCHEMA_36: readonly string[] = [
  `
  CREATE TABLE backups (
    at BIGINT NOT NULL PRIMARY KEY
  );
  `,
]
/** The tables of ../../sqlite/migrations/schema52to56.ts. */
export const SCHEMA_37: readonly string[] = [
  `
  CREATE TABLE totals_steps (
    path TEXT COLLATE "C" NOT NULL,
    hour BIGINT NOT NULL,
    counts TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (path, hour)
  );
  CREATE TABLE totals_steps_read (
    walk TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    event BIGINT NOT NULL,
    step BIGINT NOT NULL,
    erasure BIGINT NOT NULL
  );
  `,
]

/** The entries of ../../sqlite/migrations/schema52to56.ts. */
export const SCHEMA_38: readonly string[] = [
  `
  INSERT INTO audit (at, operator, act, about)
    SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), added_by, 'add_script_host', host
    FROM script_hosts
    WHERE added_by = 'upgrade'
    ORDER BY host;
  `,
]
