import { writeFileSync } from 'node:fs'
import { schemaFiles } from './editors.ts'

/** Writes schemas/json: `npm run schemas`. */
for (const [name, text] of Object.entries(schemaFiles()))
  writeFileSync(new URL(`json/${name}`, import.meta.url), text)
