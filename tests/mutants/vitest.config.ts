import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutated, type Mutant } from './mutantsOf.ts'

/** Runs the tests of an area with one mutant, which MUTANT names; see main.ts. The file itself stays as it is. */
const mutant = JSON.parse(process.env['MUTANT'] ?? 'null') as (Mutant & { file: string }) | null
const file = mutant && resolve(mutant.file)

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      // Modules are kept by their source, and this one's isn't its file's.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (id === file ? process.env['MUTANT'] : null)),
      load: (id) => (mutant && id === file ? mutated(readFileSync(id, 'utf8'), mutant) : undefined),
    },
  ],
  test: {
    include: JSON.parse(process.env['TESTS'] ?? '[]') as string[],
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    // What never comes because of the mutant has failed soon.
    testTimeout: 20_000,
    expect: { poll: { timeout: 5000 } },
  },
})
