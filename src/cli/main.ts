import { run } from './run.ts'

// A reader that stops early (`leadloom validate ... | head`) isn't a failure. A server continues without its reader.
const [name] = process.argv.slice(2)
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (name !== 'serve') process.exit()
  })

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await reader.question(`${question} `)
  } finally {
    reader.close()
  }
}

const plain = Boolean(process.env['NO_COLOR']) || process.env['TERM'] === 'dumb'

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  now: Date.now,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  isTerminal: process.stdout.isTTY ?? false,
  isColor: (process.stdout.isTTY ?? false) && !plain,
  ask: process.stdin.isTTY && process.stdout.isTTY ? ask : null,
})
