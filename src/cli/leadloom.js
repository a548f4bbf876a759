#!/usr/bin/env node
// Plain JavaScript, so that a Node too old to run TypeScript can read it and say so.
import module from 'node:module'
import { join } from 'node:path'

if (process.features.typescript) {
  // What was compiled once is not compiled again: the next start takes two thirds of the time. Beside the packages, not in
  // the system's folder for everybody's temporary files, where others could lay code for us to run.
  const compiled = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled')
  module.enableCompileCache(compiled)
  // The store's threads read it there; without it each loads the compiler of TypeScript, some 15 MB.
  process.env['NODE_COMPILE_CACHE'] ??= compiled
  await import('./main.ts')
} else {
  console.error(
    `Leadloom cannot run on Node ${process.versions.node}. The right one comes with its packages:\n` +
      'run "npm ci" in its folder once, then start it there with "npx leadloom".',
  )
  process.exitCode = 2
}
