/** Plainer names. */
export const SCHEMA_19: readonly string[] = [
  `
  ALTER TABLE attempts RENAME COLUMN said TO message;
  ALTER TABLE mails RENAME COLUMN said TO message;
  ALTER TABLE forgettings RENAME TO erasures;
  `,
]
