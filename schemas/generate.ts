import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { withTables } from '../src/docs/docTables.ts'
import { schemaFiles } from './editors.ts'

/** Writes schemas/json, and the parts of docs/ that the code says: `npm run schemas`. */
for (const [name, text] of Object.entries(schemaFiles()))
  writeFileSync(new URL(`json/${name}`, import.meta.url), text)

for (const page of globSync('docs/**/*.md')) {
  const text = readFileSync(page, 'utf8')
  const written = withTables(text)
  if (written !== text) writeFileSync(page, written)
}
