/** In which language a visitor reads the site, and in which a step was shown: null where that is the flow's own. Until then all sites
 *  were in English. */
export const SCHEMA_26: readonly string[] = [
  `
  ALTER TABLE sessions ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
  ALTER TABLE steps ADD COLUMN language TEXT;
  `,
]
