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
  if (process.argv[2] === 'serve') saveMemory()
  // A fault while a page is drawn names the line of its source.
  module.setSourceMapsSupport(true)
  await import('./main.ts')
} else {
  console.error(
    `Leadloom cannot run on Node ${process.versions.node}. The right one comes with its packages:\n` +
      'run "npm ci && npm run ready" in its folder once, then start it there with "npx --no leadloom".',
  )
  process.exitCode = 2
}

/** The process goes on as one that takes less memory: V8 lets what is young grow to 12 MB, not 48, and the C library gives
 *  back what it frees. Both can only be set before Node starts. Under a flood: 250 to 300 MB, not 400. What an operator sets stays.
 *  Source: V8, --max-semi-space-size; mallopt(3). */
function saveMemory() {
  const { execPath, execArgv, argv, env } = process
  const isSet = [...execArgv, env['NODE_OPTIONS'] ?? ''].some((flag) => flag.includes('semi-space-size'))
  // Node closes a socket that was passed in when it becomes another program: who passes one sets the flag as well.
  const hasPassedSocket = env['LISTEN_PID'] === String(process.pid)
  if (isSet || hasPassedSocket || !process.execve) return
  const frugal = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  process.execve(execPath, [execPath, ...execArgv, '--max-semi-space-size=4', ...argv.slice(1)], {
    ...frugal,
    ...env,
  })
}
