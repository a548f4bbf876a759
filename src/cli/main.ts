import { run } from './run.ts'

// A reader that has seen enough (`leadloom validate ... | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

const plain = Boolean(process.env['NO_COLOR']) || process.env['TERM'] === 'dumb'

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  now: Date.now,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  isTerminal: process.stdout.isTTY ?? false,
  isColour: (process.stdout.isTTY ?? false) && !plain,
})
