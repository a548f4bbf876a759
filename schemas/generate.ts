import { readFileSync, writeFileSync } from 'node:fs'
import { withTables } from '../src/cli/guide.ts'
import { schemaFiles } from './editors.ts'

/** Writes schemas/json, and the tables of schemas/GUIDE.md: `npm run schemas`. */
for (const [name, text] of Object.entries(schemaFiles()))
  writeFileSync(new URL(`json/${name}`, import.meta.url), text)

const guide = new URL('GUIDE.md', import.meta.url)
writeFileSync(guide, withTables(readFileSync(guide, 'utf8')))
