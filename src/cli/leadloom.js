#!/usr/bin/env node
// Plain JavaScript, so that a Node too old to run TypeScript can read it and say so.
if (process.features.typescript) await import('./main.ts')
else {
  console.error(
    `Leadloom cannot run on Node ${process.versions.node}. The right one comes with its packages:\n` +
      'run "npm ci" in its folder once, then start it there with "npx leadloom".',
  )
  process.exitCode = 2
}
